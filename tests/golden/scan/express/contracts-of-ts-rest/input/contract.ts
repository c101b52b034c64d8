import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();

const Stone = z.object({ id: z.string().uuid(), weight: z.number() });

const stones = c.router({
  find: {
    method: 'GET',
    path: '/stones/:id',
    pathParams: z.object({ id: z.string().uuid() }),
    responses: { 200: Stone, 404: z.object({ message: z.string() }) },
  },
  cut: {
    method: 'POST',
    path: '/stones',
    body: z.object({ weight: z.number().min(1) }),
    responses: { 201: Stone },
  },
  drop: c.mutation({ method: 'DELETE', path: '/stones/:id', body: c.noBody(), responses: { 204: c.noBody() } }),
});

export const contract = c.router(
  { stones, health: c.query({ method: 'GET', path: '/health', responses: { 200: c.otherResponse({ contentType: 'text/plain', body: z.string() }) } }) },
  { pathPrefix: '/v1' },
);
