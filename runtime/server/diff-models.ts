import type { Endpoint, Model } from '../../schemas/index.js';
import { endpointKey } from '../store/index.js';

export interface FieldDifference {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface ModelDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly endpoint: string; readonly fields: readonly FieldDifference[] }[];
}

/** Two models, endpoint by endpoint. A moved line is no change: it says nothing about the API. */
export function diffModels(before: Model | null, after: Model): ModelDifference {
  const old = new Map((before?.endpoints ?? []).map((endpoint) => [endpointKey(endpoint), endpoint]));
  const now = new Map(after.endpoints.map((endpoint) => [endpointKey(endpoint), endpoint]));
  return {
    added: [...now.keys()].filter((key) => !old.has(key)),
    removed: [...old.keys()].filter((key) => !now.has(key)),
    changed: [...now].flatMap(([key, endpoint]) => {
      const previous = old.get(key);
      const fields = previous === undefined ? [] : differences(previous, endpoint);
      return fields.length > 0 ? [{ endpoint: key, fields }] : [];
    }),
  };
}

function differences(before: Endpoint, after: Endpoint): FieldDifference[] {
  const [old, now] = [withoutLines(before), withoutLines(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => ({
      field,
      ...(old[field] !== undefined && { before: old[field] }),
      ...(now[field] !== undefined && { after: now[field] }),
    }));
}

const withoutLines = (endpoint: Endpoint): Record<string, unknown> =>
  JSON.parse(JSON.stringify(endpoint, (key, value: unknown) => (key === 'line' ? undefined : value))) as Record<string, unknown>;
