import { describe, expect, test } from '@jest/globals';
import { Demands } from '../../compiler/frontend/requests/demands.js';
import { constant } from '../../compiler/evaluator/index.js';

type Guard = NonNullable<Parameters<Demands['servedUnder']>[0]>;

const PLACE = { file: 'made-up.js', line: 1, column: 1 };
const field = (name: string) => ({ part: 'body' as const, path: [name] });

describe('what a function demands', () => {
  /** A place behind a condition of two arms that counts how often its arms are looked at. */
  const behind = (parent: Guard | null, count: () => void, missing?: string): Guard =>
    ({
      branch: {
        get arms() {
          count();
          return 2;
        },
        exhaustive: true,
        ...(missing !== undefined && { absence: { arm: 0, traces: [field(missing)] }, present: [[], [field(missing)]] }),
      },
      arm: 0,
      others: [],
      parent,
    }) as unknown as Guard;

  test('is counted way by way only for values that something refuses', () => {
    let looks = 0;
    const count = (): void => {
      looks++;
    };
    const demands = new Demands();
    demands.servedUnder(null, false);
    for (let end = 0; end < 20; end++) demands.endedUnder(behind(null, count), constant('an error'));
    expect(demands.test()(field('title'))).toBe(false);
    expect(demands.unwanted()(field('title'))).toBe(false);
    expect(looks).toBe(0);
    const refused = behind(null, count, 'title');
    demands.refusedUnder(refused, PLACE);
    demands.endedUnder(refused, constant('an error'));
    expect(demands.test()(field('title'))).toBe(true);
    const once = looks;
    expect(once).toBeGreaterThan(0);
    expect(demands.test()(field('title'))).toBe(true);
    expect(demands.unwanted()(field('title'))).toBe(false);
    expect(looks).toBe(once);
  });

  test('is asked of everything that was said until then', () => {
    const demands = new Demands();
    const missing = behind(null, () => {}, 'title');
    demands.refusedUnder(missing, PLACE);
    demands.servedUnder({ ...behind(null, () => {}, 'title'), arm: 1 }, false);
    expect(demands.test()(field('title'))).toBe(true);
    // The other arm of the refusal, of which nothing says that the value is there.
    demands.servedUnder({ ...missing, arm: 1, branch: Object.assign(missing.branch, { present: undefined }) }, false);
    expect(demands.test()(field('title'))).toBe(false);
  });
});
