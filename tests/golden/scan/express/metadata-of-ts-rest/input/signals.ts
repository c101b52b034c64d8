import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();
const Beam = z.object({ seconds: z.number() });

export const signals = c.router({
  see: { method: 'GET', path: '/beam', responses: { 200: Beam }, metadata: { open: true, keeper: false } },
  turn: { method: 'PUT', path: '/beam', body: z.object({ seconds: z.number().min(2) }), responses: { 200: Beam } },
  wind: { method: 'POST', path: '/clock/:spring', pathParams: z.object({ spring: z.string().min(3) }), body: c.noBody(), responses: { 200: Beam }, metadata: { open: false } },
});
export const logs = c.router({
  write: { method: 'POST', path: '/logs', body: z.object({ line: z.string() }), responses: { 200: z.object({ no: z.number() }) } },
});
