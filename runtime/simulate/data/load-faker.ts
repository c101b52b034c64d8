import { createRequire } from 'node:module';
import type { Faker, Randomizer } from '@faker-js/faker';
import { importCached } from '../../../compiler/typescript/import-cached.js';
import { Xoshiro } from './xoshiro.js';

export type FakerFactory = (seed: number) => Faker;

/**
 * Loads the generator library and returns a maker of seeded generators. Generators are independent of each other, so that two users or
 * workflows at once get the same data as one after the other.
 * @param now dates are relative to the beginning of this day, UTC: a seed repeats them to the byte, and they stay plausible
 */
export async function loadFaker(now: Date = new Date()): Promise<FakerFactory> {
  const { faker } = await loadEnglish();
  const Library = faker.constructor as new (options: { locale: object; randomizer: Randomizer; seed: number }) => Faker;
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  return (seed) => {
    const made = new Library({ locale: faker.rawDefinitions, randomizer: new Xoshiro(), seed });
    made.setDefaultRefDate(day);
    return made;
  };
}

/** One locale only: the package as a whole has seventy. Half a megabyte of names and code takes several times as long to compile as to load compiled. */
async function loadEnglish(): Promise<{ readonly faker: Faker }> {
  try {
    return importCached(createRequire(import.meta.url).resolve('@faker-js/faker/locale/en')) as { readonly faker: Faker };
  } catch {
    return await import('@faker-js/faker/locale/en');
  }
}
