import express, { type Express } from 'express';
import { flow, pipe } from 'fp-ts/function';
import { pipe as along, tap } from 'remeda';

const withParsers = (loom: Express): Express => loom.use(express.json());

const withRoutes =
  (prefix: string) =>
  (loom: Express): Express => {
    loom.get(`${prefix}/threads`, (_request, response) => response.json([]));
    return loom;
  };

const withHealth = (loom: Express): void => {
  loom.get('/health', (_request, response) => response.send('ok'));
};

// One application through functions that each give it on.
pipe(express(), withParsers, withRoutes('/v1'), (loom) => loom.listen(3000));

// A function that is made of functions, and one that only looks.
const prepare = flow(withParsers, withRoutes('/v2'));
along(express(), prepare, tap(withHealth)).listen(3001);
