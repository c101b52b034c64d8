import type { Express } from 'express';

interface Part {
  init(params: { hall: Express }): unknown;
  finalize?(params: { hall: Express }): unknown;
}

const names = () => ['strings', 'brass', 'percussion', ...(process.env.WITH_CHOIR === 'true' ? ['choir'] : [])];

async function load(): Promise<Part[]> {
  const loaded: Part[] = [];
  for (const name of names()) {
    const module = await import(`./${name}`);
    // A namespace has what its module exports, by itself or from others.
    const part: Part = 'init' in module ? module : 'default' in module.default ? module.default.default : module.default;
    if (!('init' in part)) throw new Error(`${name} is no part`);
    loaded.push(part);
  }
  return loaded;
}

export const init = async (params: { hall: Express }) => {
  const all = await load();
  for (const part of all) await part.init(params);
  for (const part of all) if (Reflect.has(part, 'finalize')) await part.finalize!(params);
};
