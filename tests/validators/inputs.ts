import type { Json, Shape } from '@tool/ir';

/** A stream of numbers that depends on a text alone: the inputs of a schema are the same in every run. */
export function randomOf(text: string): (below: number) => number {
  let state = 2166136261;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 16777619);
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const TEXTS = [
  'a',
  'ab',
  'abc',
  'abcd',
  'abcde',
  'abcdefg',
  'abcdefghijkl',
  'Zz9',
  'x-y',
  'a b',
  '42',
  'true',
  'red',
  'green',
  'blue',
  '2024-02-30x',
];
const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  email: ['anna@example.org', 'no mail'],
  uuid: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0'],
  uri: ['https://example.org/x?y=1', 'no address'],
  'date-time': ['2024-05-06T07:08:09Z', 'yesterday'],
  date: ['2024-05-06', '2024-5-6x'],
  ipv4: ['10.0.0.1', '10.0.0.256'],
};
const NUMBERS = [-7, -1, 0, 1, 2, 3, 5, 8, 13, 99, 0.5, -2.25, 10.75];

/**
 * Values that a schema of this shape may accept, and values beside them: other lengths, other types, members missing. Nothing here asks the
 * library. `beside`: objects that are not open get members that they do not know, too; where they get none of their own, a union may still bring those of another alternative.
 */
export function inputsFor(shape: Shape, random: (below: number) => number, beside: boolean, count = 16): Json[] {
  const pick = <T>(values: readonly T[]): T => values[random(values.length)]!;
  const wild = (): Json => pick<Json>([pick(TEXTS), pick(NUMBERS), true, false, null, [], [pick(TEXTS)], {}]);
  const text = (of: Shape): string => {
    if (of.format && FORMATTED[of.format] && random(5) > 0) return pick(FORMATTED[of.format]!);
    const bound = pick([of.minLength, of.maxLength, undefined]);
    if (bound !== undefined) return 'abcdefghijklmnopqrstuvwxyz'.repeat(4).slice(0, Math.max(1, bound + pick([-1, 0, 0, 1])));
    return pick(TEXTS);
  };
  const number = (of: Shape): number => {
    const bound = pick([of.minimum, of.maximum, undefined]);
    // Between the bounds of whole numbers and of others: never on the bound itself when it is no whole number.
    return bound === undefined ? pick(NUMBERS) : bound + pick(of.kind === 'integer' ? [-1, 0, 1, 0.5] : [-1, -0.5, 0.5, 1, 0]);
  };
  /** `mutate`: how likely, of 12, a part is something else. */
  const make = (of: Shape, mutate: number, depth: number): Json => {
    if (random(12) < mutate || depth > 6) return wild();
    if (of.enum && random(6) > 0) return pick(of.enum);
    switch (of.kind) {
      case 'string':
        return text(of);
      case 'number':
        return number(of);
      case 'integer': {
        const made = number(of);
        return random(5) > 0 ? Math.trunc(made) : made;
      }
      case 'boolean':
        return random(2) === 0;
      case 'null':
        return null;
      case 'array': {
        const length = Math.max(0, (pick([of.minItems, of.maxItems, random(4)]) ?? random(4)) + pick([-1, 0, 0, 0, 1]));
        return Array.from({ length: Math.min(length, 12) }, () => make(of.items ?? { kind: 'any' }, mutate, depth + 1));
      }
      case 'object': {
        const made: Record<string, Json> = {};
        for (const property of of.properties ?? [])
          if (random(8) > (property.required ? 0 : 3)) made[property.name] = make(property.shape, mutate, depth + 1);
        if ((of.open || beside) && random(4) === 0) made['beside'] = wild();
        return made;
      }
      case 'union':
        return make(pick(of.alternatives!), mutate, depth + 1);
      default:
        return wild();
    }
  };
  return Array.from({ length: count }, (_, index) => make(shape, index % 4 === 0 ? 0 : index % 4 === 1 ? 1 : index % 4 === 2 ? 2 : 6, 0));
}
