import { unknownFields, validate, type Endpoint, type Environment, type Model, type SecurityScheme } from '../../schemas/index.js';
import { suggest } from '../project/suggest.js';
import { failure } from './failure.js';
import { changedPointers, mergePatch } from './merge-patch.js';
import { endpointNamed } from './name-endpoint.js';

export interface Edit {
  readonly kind: 'endpoint' | 'environment' | 'securityScheme';
  readonly name: string;
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly remove?: boolean | undefined;
}

/** Fields that say which endpoint it is, or that the scan and the store keep. */
const KEPT = ['method', 'path', 'source', 'origin', 'authored', 'stale', 'shadowedBy', 'conditional'] as const;

/**
 * A model with the edits, each checked against the model as the ones before left it. Pure.
 * @throws UsageError for the first edit that cannot be made, or with all that is wrong with the result
 */
export function applyEdits(model: Model, edits: readonly Edit[]): { readonly model: Model; readonly changes: string[] } {
  const changes: string[] = [];
  let next = model;
  for (const [index, edit] of edits.entries()) {
    if ((edit.set === undefined) === (edit.remove !== true))
      throw failure(
        'edit/invalid',
        `edits.${index}: give either "set" or "remove": true.`,
        `An edit changes one thing or removes it. What "set" of kind "${edit.kind}" takes: ${settable(edit.kind)}.`,
      );
    refuseUnknown(edit, index);
    const applied =
      edit.kind === 'endpoint'
        ? editEndpoint(next, edit)
        : edit.kind === 'environment'
          ? editEnvironment(next, edit)
          : editScheme(next, edit);
    next = applied.model;
    changes.push(applied.change);
  }
  const check = validate('model', next);
  if (!check.ok) {
    throw failure(
      'model/invalid',
      `The edits would break the model: ${check.errors.map((error) => `${error.pointer || '/'} ${error.message}`).join('; ')}.`,
      'Nothing was written. Correct the fields; tool_get_endpoint with detail "full" shows the form of an endpoint.',
      check.errors.flatMap((error) => (error.unknownKey !== undefined ? suggest(error.unknownKey, error.knownKeys ?? []) : [])),
    );
  }
  const unknown = unknownReference(next);
  if (unknown !== null) throw unknown;
  return { model: next, changes };
}

/** The fields of a kind that an edit may name. */
const settable = (kind: Edit['kind']): string =>
  (unknownFields('model', { '': null }, kind)[0]?.known ?? [])
    .filter((name) => ![...KEPT, 'id', 'allowWrites', ...(kind === 'environment' ? ['name'] : [])].includes(name))
    .join(', ');

/** A misspelt field would be written, and no reader would ever see it. */
function refuseUnknown({ kind, set }: Edit, index: number): void {
  const [first] = unknownFields('model', set, kind);
  if (first !== undefined)
    throw failure(
      'edit/unknown-field',
      `edits.${index}.set${first.pointer.replaceAll('/', '.')}: there is no field "${first.name}".`,
      `Nothing was written. The fields are ${first.known.join(', ')}. Fields of your own begin with "x-".`,
      suggest(first.name, first.known),
    );
}

interface Applied {
  readonly model: Model;
  readonly change: string;
}

function editEndpoint(model: Model, edit: Edit): Applied {
  const [method, path] = edit.name.trim().split(/\s+/) as [string, string?];
  const existing =
    model.endpoints.find((one) => one.method === method.toUpperCase() && one.path === path && one.shadowedBy === undefined) ??
    model.endpoints.find((one) => one.id === edit.name);
  const name = existing ? `${existing.method} ${existing.path}` : edit.name;
  if (edit.remove) {
    const endpoint = existing ?? endpointNamed(model, edit.name);
    if (endpoint.origin !== 'manual' && endpoint.stale !== true) {
      throw failure(
        'endpoint/scanned',
        `${name} comes from the source${endpoint.source ? ` (${endpoint.source.file}:${endpoint.source.line})` : ''}: the next scan would bring it back.`,
        'Remove the route from the source and call tool_scan; or mark it: {"set":{"deprecated":true}}.',
      );
    }
    return { model: { ...model, endpoints: model.endpoints.filter((one) => one !== endpoint) }, change: `removed ${name}` };
  }
  const patch = edit.set ?? {};
  const kept = KEPT.filter((key) => key in patch && !(existing && patch[key] === existing[key]));
  if (kept.length > 0 && existing)
    throw failure(
      'endpoint/field-kept',
      `${kept.map((key) => `"${key}"`).join(', ')} of ${name} cannot be edited: the scan says it.`,
      'Add an endpoint under another name, or change the source and call tool_scan.',
    );
  if (existing) {
    const merged = mergePatch(existing, patch) as Endpoint;
    const pointers = existing.origin === 'manual' ? [] : changedPointers(existing, merged);
    if (pointers.length === 0 && existing.origin !== 'manual') return { model, change: `${name}: nothing to change` };
    const authored = [...new Set([...(existing.authored ?? []), ...pointers])].sort();
    const changed = authored.length > 0 ? { ...merged, authored } : merged;
    return {
      model: { ...model, endpoints: model.endpoints.map((one) => (one === existing ? changed : one)) },
      change: `changed ${name}: ${Object.keys(patch).join(', ')}`,
    };
  }
  if (path === undefined || !path.startsWith('/'))
    throw failure('endpoint/invalid', `"${edit.name}" names no endpoint.`, 'Write it as "METHOD /path", with parameters as ":name".');
  const added = {
    ...(mergePatch({}, patch) as object),
    id: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    origin: 'manual',
  } as Endpoint;
  return {
    model: { ...model, endpoints: [...model.endpoints, { ...added, middleware: added.middleware ?? [] }] },
    change: `added ${method.toUpperCase()} ${path}`,
  };
}

function editEnvironment(model: Model, edit: Edit): Applied {
  const existing = model.environments.find((one) => one.name === edit.name);
  if (edit.remove) {
    if (existing === undefined)
      throw failure(
        'environment/unknown',
        `There is no environment "${edit.name}".`,
        'Its name is one of the candidates.',
        model.environments.map((one) => one.name),
      );
    return {
      model: { ...model, environments: model.environments.filter((one) => one !== existing) },
      change: `removed environment ${edit.name}`,
    };
  }
  if (edit.set && 'allowWrites' in edit.set && edit.set['allowWrites'] !== existing?.allowWrites) {
    throw failure(
      'environment/writes-not-allowed',
      'Whether writes may go to a server that is not on this machine is for a person to decide.',
      'Ask them to set "allowWrites": true for the environment in .tool/model.json.',
    );
  }
  const changed = { ...(mergePatch(existing ?? {}, edit.set ?? {}) as object), name: edit.name } as Environment;
  const environments = existing ? model.environments.map((one) => (one === existing ? changed : one)) : [...model.environments, changed];
  return { model: { ...model, environments }, change: `${existing ? 'changed' : 'added'} environment ${edit.name}` };
}

function editScheme(model: Model, edit: Edit): Applied {
  const existing = Object.hasOwn(model.securitySchemes, edit.name) ? model.securitySchemes[edit.name] : undefined;
  const { [edit.name]: _removed, ...others } = model.securitySchemes;
  if (edit.remove) {
    if (existing === undefined)
      throw failure(
        'scheme/unknown',
        `There is no security scheme "${edit.name}".`,
        'Its name is one of the candidates.',
        Object.keys(model.securitySchemes),
      );
    return { model: { ...model, securitySchemes: others }, change: `removed security scheme ${edit.name}` };
  }
  const changed = { ...(mergePatch(existing ?? {}, edit.set ?? {}) as object), origin: 'manual' } as SecurityScheme;
  return {
    model: { ...model, securitySchemes: { ...others, [edit.name]: changed } },
    change: `${existing ? 'changed' : 'added'} security scheme ${edit.name}`,
  };
}

/** What an edit can leave behind that the schema does not see: names that lead nowhere. */
function unknownReference(model: Model): Error | null {
  const schemes = Object.keys(model.securitySchemes);
  for (const endpoint of model.endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    const used = [...(endpoint.security ?? []).map((use) => use.scheme)].find((scheme) => !schemes.includes(scheme));
    if (used !== undefined)
      return failure(
        'scheme/unknown',
        `${name} uses the security scheme "${used}", which the model does not have.`,
        'Add it with kind "securityScheme" in the same call, or use one of the candidates.',
        schemes,
      );
  }
  const keys = new Set(model.endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`));
  const wanted = [
    ...Object.values(model.securitySchemes).flatMap((scheme) => (scheme.obtainedFrom ? [scheme.obtainedFrom.endpoint] : [])),
    ...model.endpoints.flatMap((endpoint) => (endpoint.consumes ?? []).map((one) => one.producedBy)),
  ].find((key) => !keys.has(key));
  return wanted === undefined
    ? null
    : failure(
        'endpoint/unknown',
        `"${wanted}" is named as a producer, and the model has no such endpoint.`,
        'Use one of the candidates.',
        suggest(wanted, [...keys]),
      );
}
