export const ripe = async (c, next) => { await next(); };
