export const NAMES: Record<string, symbol> = {};
for (const name of ['Boats', 'Crews']) NAMES[name] = Symbol.for(name);
