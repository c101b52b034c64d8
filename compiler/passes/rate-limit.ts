import type { Json, Middleware, RateLimit } from '@tool/ir';

/** Names of the options of each library, and what one unit of its window is in milliseconds. */
const LIBRARIES: Readonly<
  Record<
    string,
    {
      readonly window: readonly string[];
      readonly max: readonly string[];
      readonly unit: number;
      readonly defaults?: { readonly windowMs: number; readonly max: number };
    }
  >
> = {
  'express-rate-limit': { window: ['windowMs'], max: ['limit', 'max'], unit: 1, defaults: { windowMs: 60_000, max: 5 } },
  'express-slow-down': { window: ['windowMs'], max: ['delayAfter'], unit: 1 },
  'rate-limiter-flexible': { window: ['duration'], max: ['points'], unit: 1000 },
  '@fastify/rate-limit': { window: ['timeWindow'], max: ['max'], unit: 1, defaults: { windowMs: 60_000, max: 1000 } },
  'fastify-rate-limit': { window: ['timeWindow'], max: ['max'], unit: 1, defaults: { windowMs: 60_000, max: 1000 } },
  'koa-ratelimit': { window: ['duration'], max: ['max'], unit: 1, defaults: { windowMs: 3_600_000, max: 2500 } },
  'koa2-ratelimit': { window: ['interval'], max: ['max'], unit: 1 },
  '@nestjs/throttler': { window: ['ttl'], max: ['limit'], unit: 1 },
  'hono-rate-limiter': { window: ['windowMs'], max: ['limit'], unit: 1, defaults: { windowMs: 60_000, max: 5 } },
};
/** Options of the program's own: nobody knows what a `window` counts unless its name (`windowSeconds`) or its value (`'1 minute'`) says so. */
const OWN = { window: [] as readonly string[], max: [] as readonly string[], unit: 1 };
const OWN_WINDOW = /^(?:time_?)?(?:window|interval|period|duration|ttl)_?(?:size_?)?(?:in_?)?([a-z]*)$/i;
const OWN_MAX = /^(?:max|limit|(?:max_?)?(?:requests|attempts|hits|calls|points))$/i;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  msec: 1,
  millisecond: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
};

/** A number, or a span of time in words: `'1 minute'`, `'15m'`. */
function milliseconds(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const [, count, unit = ''] = (typeof value === 'string' && /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(value.toLowerCase())) || [];
  const each = UNITS[unit] ?? UNITS[unit.replace(/s$/, '')];
  return each && Number(count) * each;
}

/**
 * How often a client may call, from the literal arguments. A default of the library is taken only where it is called
 * without any: of options that are given, those that are not literal are left out, and their defaults would be invented.
 */
export function rateLimitOf(middleware: Middleware): RateLimit | null {
  const module = middleware.origin?.module;
  const library = module !== undefined && Object.hasOwn(LIBRARIES, module) ? LIBRARIES[module]! : OWN;
  const evidence = { source: 'guard', place: middleware.place };
  if (middleware.arguments?.length === 0 && 'defaults' in library && library.defaults) return { ...library.defaults, evidence };
  const options = middleware.arguments?.find(
    (argument): argument is { readonly [name: string]: Json } =>
      typeof argument === 'object' && argument !== null && !Array.isArray(argument),
  );
  const number = (names: readonly string[]): number | undefined =>
    names
      .map((name) => options?.[name])
      .map(milliseconds)
      .find((value): value is number => value !== undefined);
  const own = (names: RegExp, read: (value: Json, unit: string) => number | undefined): number | undefined => {
    if (library !== OWN) return undefined;
    const found = Object.entries(options ?? {}).map(([name, value]) => ({ named: names.exec(name), value }));
    return found.map(({ named, value }) => named && read(value, named[1] ?? '')).find((value) => typeof value === 'number') ?? undefined;
  };
  const window =
    number(library.window) ?? own(OWN_WINDOW, (value, unit) => milliseconds(typeof value === 'number' ? `${value} ${unit}` : value));
  const max = number(library.max) ?? own(OWN_MAX, (value) => (typeof value === 'number' ? value : undefined));
  if (window === undefined && max === undefined) return null;
  return { ...(window === undefined ? {} : { windowMs: window * library.unit }), ...(max === undefined ? {} : { max }), evidence };
}
