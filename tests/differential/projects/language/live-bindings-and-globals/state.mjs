export let current = '/initial';
export const change = (to) => { current = to; };
export const settings = { base: '/unset' };
