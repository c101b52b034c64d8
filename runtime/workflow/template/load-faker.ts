import type { Faker } from '@faker-js/faker';

export type FakerFactory = (seed: number) => Faker;

/**
 * Loads the generator library and returns a maker of seeded generators. Generators are independent of each other, so that two
 * workflows at once give the same data as one after the other.
 */
export async function loadFaker(now: Date = new Date()): Promise<FakerFactory> {
  // One locale only: the package as a whole loads seventy.
  const { faker } = await import('@faker-js/faker/locale/en');
  const Generator = faker.constructor as new (options: { locale: object; seed: number }) => Faker;
  // Dates are relative to the beginning of the day: a seed repeats them to the byte, and they stay plausible.
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  return (seed) => {
    const made = new Generator({ locale: faker.rawDefinitions, seed });
    made.setDefaultRefDate(day);
    return made;
  };
}
