import { rateLimit } from 'express-rate-limit';

export const apiLimiter = rateLimit({ windowMs: 60_000, max: 300 });
export const loginLimiter = rateLimit({ windowMs: 15 * 60 * 1000, max: 10 });
