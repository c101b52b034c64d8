import { valueAt, type Endpoint, type Model } from '../../schemas/index.js';
import { applyAuthored, authoredPointers, type Conflict } from './authored-fields.js';
import { endpointKey } from './endpoint-key.js';
import { sameJson } from './same-json.js';

/**
 * Two sides of a merge as one model for the next scan to bring up to date: all endpoints of both, with what people wrote in either.
 * @param base what both come from; null where that is not known. A side with its `generatedAt` was not scanned since, so all in it that differs is a person's
 * @returns with what people wrote differently on both sides, of which ours stays: `authored` is ours, `scanned` theirs
 */
export function uniteModels(
  ours: Model,
  theirs: Model,
  base: Model | null,
): { readonly model: Model; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  const pick = <T>(pointer: string, [a, b, before]: readonly (T | undefined)[]): T | undefined => {
    if (sameJson(a, b) || sameJson(b, before)) return a;
    if (sameJson(a, before)) return b;
    conflicts.push({ pointer, authored: a, scanned: b });
    return a ?? b;
  };
  const each = <T>(pointer: string, of: (model: Model) => Readonly<Record<string, T>>): Record<string, T> => {
    const sides = [of(ours), of(theirs), base ? of(base) : {}] as const;
    return Object.fromEntries(
      [...new Set(sides.slice(0, 2).flatMap((side) => Object.keys(side)))].flatMap((key) => {
        const value = pick(
          `${pointer}/${key}`,
          sides.map((side) => side[key]),
        );
        return value === undefined ? [] : [[key, value]];
      }),
    );
  };
  const [left, right, before] = [ours, theirs, base].map((model) => new Map(model?.endpoints.map((one) => [endpointKey(one), one])));
  const endpoints = [...new Set([...left!.keys(), ...right!.keys()])].flatMap((key): Endpoint[] => {
    const [mine, yours, old] = [left!, right!, before!].map((side) => side.get(key));
    if (mine && yours)
      return [
        uniteEndpoints(
          mine,
          yours,
          old,
          [ours, theirs].map((side) => side.generatedAt === base?.generatedAt),
          conflicts,
        ),
      ];
    const only = (mine ?? yours)!;
    // One side deleted what a person had added, and the other left it as it was.
    return only.origin === 'manual' && old && sameJson(old, only)
      ? []
      : [marked(only, old, (mine ? ours : theirs).generatedAt === base?.generatedAt)];
  });
  const model: Model = {
    ...theirs,
    ...ours,
    securitySchemes: each('/securitySchemes', (side) => side.securitySchemes),
    environments: Object.values(each('/environments', (side) => Object.fromEntries(side.environments.map((one) => [one.name, one])))),
    endpoints,
  };
  return { model, conflicts };
}

/** An endpoint that lists all that people wrote in it. */
function marked(endpoint: Endpoint, base: Endpoint | undefined, isEdited: boolean): Endpoint {
  const authored = authoredPointers(endpoint, isEdited ? (base ?? null) : undefined, null);
  return endpoint.origin === 'manual' || authored.length === 0 ? endpoint : { ...endpoint, authored };
}

function uniteEndpoints(
  ours: Endpoint,
  theirs: Endpoint,
  base: Endpoint | undefined,
  edited: readonly boolean[],
  conflicts: Conflict[],
): Endpoint {
  const mine = authoredPointers(ours, edited[0] ? base : undefined, null);
  const yours = authoredPointers(theirs, edited[1] ? base : undefined, null);
  const changed = (side: Endpoint, pointer: string): boolean => !sameJson(valueAt(side, pointer), base && valueAt(base, pointer));
  const apply = yours.filter((pointer) => {
    const isOurs = mine.some((own) => `${pointer}/`.startsWith(`${own}/`) || own.startsWith(`${pointer}/`));
    if (!isOurs) return true;
    const [authored, scanned] = [valueAt(ours, pointer), valueAt(theirs, pointer)];
    if (!changed(theirs, pointer) || sameJson(authored, scanned)) return false;
    if (!changed(ours, pointer)) return true;
    conflicts.push({ endpoint: endpointKey(ours), pointer, authored, scanned });
    return false;
  });
  const united = applyAuthored(ours, theirs, apply).endpoint;
  const authored = [...new Set([...(apply.length > 0 ? (united.authored ?? []) : []), ...mine])];
  const { origin: _origin, stale: _stale, authored: _authored, ...endpoint } = united;
  return {
    ...endpoint,
    ...(ours.origin === 'manual' && theirs.origin === 'manual' ? { origin: 'manual' } : authored.length > 0 && { authored }),
    ...(ours.stale && theirs.stale && { stale: true }),
  };
}
