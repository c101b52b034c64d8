import { statSync } from 'node:fs';
import type { Endpoint, Model } from '../../schemas/index.js';
import { endpointKey, readModel, storePaths } from '../store/index.js';
import { ApiError } from './api-error.js';

export interface ModelCache {
  /** The model as it is in the file. @throws ApiError 404 without one; UsageError when it is damaged */
  get(): Model;
  /** @throws ApiError 404 when the model has no such endpoint */
  endpoint(id: string): Endpoint;
  /** A document made of the model, made again only when the model is another one. */
  derived<T>(name: string, make: (model: Model) => T): T;
}

/** Reads `model.json` again only when the file is another one: a large model takes a while to check. */
export function createModelCache(root: string): ModelCache {
  let stamp = '';
  let model: Model | null = null;
  let byId: ReadonlyMap<string, Endpoint> = new Map();
  let made = new Map<string, unknown>();
  const get = (): Model => {
    const stats = statSync(storePaths(root).model, { throwIfNoEntry: false, bigint: true });
    const now = stats === undefined ? 'none' : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
    if (now !== stamp) {
      model = readModel(root);
      byId = new Map(
        (model?.endpoints ?? []).flatMap(
          (endpoint) =>
            [
              [endpointKey(endpoint), endpoint],
              [endpoint.id, endpoint],
            ] as const,
        ),
      );
      made = new Map();
      stamp = now;
    }
    if (model === null) throw new ApiError(404, 'This project has no model yet.', 'Press "Scan now", or run `tool scan`.');
    return model;
  };
  return {
    get,
    endpoint(id) {
      get();
      const endpoint = byId.get(id);
      if (endpoint === undefined)
        throw new ApiError(404, `The model has no endpoint "${id}".`, 'It may be gone since the last scan; see Activity.');
      return endpoint;
    },
    derived<T>(name: string, make: (model: Model) => T): T {
      const current = get();
      if (!made.has(name)) made.set(name, make(current));
      return made.get(name) as T;
    },
  };
}
