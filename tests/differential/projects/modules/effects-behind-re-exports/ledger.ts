import type { RequestHandler } from 'express';

export const listed: { at: string; sell: RequestHandler }[] = [];
