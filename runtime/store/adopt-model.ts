import type { Endpoint, Model } from '../../schemas/index.js';
import { authoredPointers } from './authored-fields.js';
import { endpointKey } from './endpoint-key.js';
import { formatModel, orderModel, readModel, updateModel, type WriteResult } from './model-file.js';
import { sameJson } from './same-json.js';

export interface AdoptedModel extends WriteResult {
  /** Whether the present model says something else. */
  readonly differs: boolean;
  /** `METHOD /path` of the endpoints that came, went or changed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/**
 * Takes over a model that a person edited somewhere else (the split YAML layout). What it says differently from the present one is
 * marked as authored, so that the next scan keeps it; endpoints that only it has are marked as added by hand.
 * @param dryRun writes nothing
 * @throws UsageError when the present model is damaged; it stays as it is
 */
export async function adoptModel(root: string, edited: Model, dryRun = false): Promise<AdoptedModel> {
  let outcome = { added: [] as string[], removed: [] as string[], changed: [] as string[] };
  const adopt = (previous: Model | null): Model => {
    const before = new Map((previous?.endpoints ?? []).map((endpoint) => [endpointKey(endpoint), endpoint]));
    const after = new Set(edited.endpoints.map(endpointKey));
    outcome = { added: [], removed: [...before.keys()].filter((key) => !after.has(key)), changed: [] };
    const endpoints = edited.endpoints.map((endpoint): Endpoint => {
      const key = endpointKey(endpoint);
      const old = before.get(key);
      if (old === undefined) {
        outcome.added.push(key);
        return { ...endpoint, origin: 'manual' };
      }
      if (sameJson(old, endpoint)) return endpoint;
      outcome.changed.push(key);
      if (endpoint.origin === 'manual') return endpoint;
      const authored = authoredPointers(endpoint, old, null);
      const { authored: _, ...rest } = endpoint;
      return authored.length > 0 ? { ...rest, authored } : rest;
    });
    const securitySchemes = Object.fromEntries(
      Object.entries(edited.securitySchemes).map(([name, scheme]) => {
        const old = previous?.securitySchemes[name];
        return [name, old !== undefined && sameJson(old, scheme) ? scheme : { ...scheme, origin: 'manual' as const }];
      }),
    );
    return orderModel({ ...edited, securitySchemes, endpoints });
  };
  if (!dryRun) {
    const result = await updateModel(root, adopt);
    return { ...result, differs: result.written, ...outcome };
  }
  const previous = readModel(root);
  const model = adopt(previous);
  const differs = previous === null || formatModel(previous) !== formatModel({ ...model, generatedAt: previous.generatedAt });
  return { model, written: false, differs, ...outcome };
}
