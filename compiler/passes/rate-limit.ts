import type { Json, Middleware, RateLimit } from '@tool/ir';

/** Names of the options of each library, and what one unit of its window is in milliseconds. */
const LIBRARIES: Readonly<Record<string, { readonly window: readonly string[]; readonly max: readonly string[]; readonly unit: number; readonly defaults?: { readonly windowMs: number; readonly max: number } }>> = {
  'express-rate-limit': { window: ['windowMs'], max: ['limit', 'max'], unit: 1, defaults: { windowMs: 60_000, max: 5 } },
  'express-slow-down': { window: ['windowMs'], max: ['delayAfter'], unit: 1 },
  'rate-limiter-flexible': { window: ['duration'], max: ['points'], unit: 1000 },
  '@fastify/rate-limit': { window: ['timeWindow'], max: ['max'], unit: 1, defaults: { windowMs: 60_000, max: 1000 } },
  'fastify-rate-limit': { window: ['timeWindow'], max: ['max'], unit: 1, defaults: { windowMs: 60_000, max: 1000 } },
  'koa-ratelimit': { window: ['duration'], max: ['max'], unit: 1, defaults: { windowMs: 3_600_000, max: 2500 } },
  'koa2-ratelimit': { window: ['interval'], max: ['max'], unit: 1 },
  'hono-rate-limiter': { window: ['windowMs'], max: ['limit'], unit: 1, defaults: { windowMs: 60_000, max: 5 } },
};
const OWN = { window: ['windowMs', 'window'], max: ['max', 'limit'], unit: 1 };

/**
 * How often a client may call, from the literal arguments. A default of the library is taken only where it is called
 * without any: of options that are given, those that are not literal are left out, and their defaults would be invented.
 */
export function rateLimitOf(middleware: Middleware): RateLimit | null {
  const module = middleware.origin?.module;
  const library = module !== undefined && Object.hasOwn(LIBRARIES, module) ? LIBRARIES[module]! : OWN;
  const evidence = { source: 'guard', place: middleware.place };
  if (middleware.arguments?.length === 0 && 'defaults' in library && library.defaults) return { ...library.defaults, evidence };
  const options = middleware.arguments?.find((argument): argument is { readonly [name: string]: Json } => typeof argument === 'object' && argument !== null && !Array.isArray(argument));
  const number = (names: readonly string[]): number | undefined => names.map((name) => options?.[name]).find((value): value is number => typeof value === 'number');
  const [window, max] = [number(library.window), number(library.max)];
  if (window === undefined && max === undefined) return null;
  return { ...(window === undefined ? {} : { windowMs: window * library.unit }), ...(max === undefined ? {} : { max }), evidence };
}
