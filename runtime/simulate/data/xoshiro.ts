import type { Randomizer } from '@faker-js/faker';

/**
 * xoshiro128** of Blackman and Vigna (https://prng.di.unimi.it/xoshiro128starstar.c), seeded by the mixing of splitmix32. The library's own Mersenne twister
 * fills and mixes 624 words for each seed, which is more than all the data that one round of a workflow generates.
 */
export class Xoshiro implements Randomizer {
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 1;

  /** A number of 53 random bits, from 0 up to but not including 1. */
  readonly next = (): number => ((this.#word() >>> 5) * 0x4000000 + (this.#word() >>> 6)) / 2 ** 53;

  /** Lists of numbers are seeds of their own, which hardly ever meet: the whole state is made of all of them. */
  readonly seed = (given: number | number[]): void => {
    this.#a = 0x243f6a88;
    this.#b = 0x85a308d3;
    this.#c = 0x13198a2e;
    this.#d = 0x03707344;
    for (const each of typeof given === 'number' ? [given] : given) {
      this.#absorb(each | 0);
      // Whole numbers may be larger than a word.
      this.#absorb(Math.floor(each / 2 ** 32) | 0);
    }
    // All zero is the one state that it never leaves.
    if ((this.#a | this.#b | this.#c | this.#d) === 0) this.#d = 1;
  };

  #absorb(word: number): void {
    this.#a = mixed(this.#a ^ word);
    this.#b = mixed(this.#b + word);
    this.#c = mixed(this.#c ^ Math.imul(word, 0x9e3779b1));
    this.#d = mixed(this.#d + Math.imul(word, 0x85ebca6b));
  }

  #word(): number {
    const product = Math.imul(this.#b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result;
  }
}

/** Every word becomes another one, which differs in half of its bits when one bit differs. */
function mixed(word: number): number {
  let bits = (word + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return bits ^ (bits >>> 15);
}
