export const find = async (...keys) => (await fetch(`http://trees/${keys.join('/')}`)).json();
export const keep = async (sort) => { await fetch(`http://kept/${sort}`); };
