import type { Endpoint, Model } from '../../schemas/index.js';
import { resourceOf as fileOf } from '../split-yaml/resource-of.js';

const VERSION = /^(?:(?:api|v\d+)-)+(?=.)/;

/**
 * What each endpoint of a model is grouped under: its first tag, else the resource that its path names, by the rule that also
 * gives the files of the split YAML layout. An API whose paths all begin with `/api/v1` is not one group.
 * The version is left out of the name where no other version has the same resource.
 */
export function resourcesOf(model: Model): (endpoint: Pick<Endpoint, 'path' | 'tags'>) => string {
  const resource = fileOf(model.endpoints.map(({ path }) => path));
  const users = new Map<string, Set<string>>();
  const short = (name: string): string => name.replace(VERSION, '');
  for (const { path } of model.endpoints)
    users.set(short(resource(path)), (users.get(short(resource(path))) ?? new Set()).add(resource(path)));
  return (endpoint) => {
    const name = resource(endpoint.path);
    return endpoint.tags?.find((tag) => tag !== '') ?? (users.get(short(name))?.size === 1 ? short(name) : name);
  };
}
