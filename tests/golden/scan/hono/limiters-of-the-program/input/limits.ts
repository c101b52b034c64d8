import type { MiddlewareHandler } from 'hono';

const seen = new Map<string, { count: number; until: number }>();

export function rateLimit(options: Record<string, unknown>): MiddlewareHandler {
  return async (c, next) => {
    const key = `${String(options.scope)}:${c.req.header('x-real-ip') ?? 'unknown'}`;
    const entry = seen.get(key) ?? { count: 0, until: Date.now() };
    if (entry.count + 1 > allowed(options)) return c.json({ error: 'Slow down' }, 429);
    seen.set(key, { ...entry, count: entry.count + 1 });
    await next();
  };
}

const allowed = (options: Record<string, unknown>): number => Number(options.maxAttempts ?? options.max ?? options.limit ?? 1);
