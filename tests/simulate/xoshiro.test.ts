import { describe, expect, test } from '@jest/globals';
import { Xoshiro } from '../../runtime/simulate/data/xoshiro.js';

const drawn = (seed: number | number[], count = 4): number[] => {
  const random = new Xoshiro();
  random.seed(seed);
  return Array.from({ length: count }, () => random.next());
};

describe('random numbers', () => {
  test('a seed repeats them, also in an object that was used before', () => {
    const random = new Xoshiro();
    random.seed(1);
    random.next();
    random.seed(7);
    expect([random.next(), random.next(), random.next(), random.next()]).toEqual(drawn(7));
    expect(drawn([1, 2])).toEqual(drawn([1, 2]));
  });

  test('seeds that are near each other, zero, negative, large and lists give different ones', () => {
    const seeds = [0, 1, 2, 3, -1, 2 ** 31 - 1, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER, [], [0], [1, 2], [2, 1], [1, 2, 0]];
    const firsts = seeds.flatMap((seed) => drawn(seed));
    // A list of one number is the number.
    expect(new Set(firsts).size).toBe(firsts.length - 4);
  });

  test('rounds of one seed never get the data of one another, nor those of another seed', () => {
    const firsts = new Set<number>();
    for (let round = 0; round < 100_000; round++) firsts.add(drawn([4711, round], 1)[0]!).add(drawn(round, 1)[0]!);
    expect(firsts.size).toBe(200_000);
  });

  test('they are spread evenly over [0, 1), in all their bits', () => {
    const numbers = drawn(20260101, 200_000);
    const shares = new Array<number>(16).fill(0);
    const lowest = new Array<number>(16).fill(0);
    expect(numbers.every((each) => each >= 0 && each < 1)).toBe(true);
    for (const each of numbers) {
      shares[Math.floor(each * 16)]!++;
      lowest[(each * 2 ** 53) % 16]!++;
    }
    // 12,500 are expected in each; the standard deviation is 108.
    for (const share of [...shares, ...lowest]) expect(Math.abs(share - 12_500)).toBeLessThan(6 * 108);
    // No neighbour says anything of the next.
    const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
    let together = 0;
    for (let at = 1; at < numbers.length; at++) together += (numbers[at]! - mean) * (numbers[at - 1]! - mean);
    expect(Math.abs(together / numbers.length / (1 / 12))).toBeLessThan(0.015);
  });
});
