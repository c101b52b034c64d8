export const TOKENS = { Smoke: Symbol.for('Smoke') };
