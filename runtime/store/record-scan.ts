import type { ActivityRecord, Endpoint, Environment, Model } from '../../schemas/index.js';
import { addRecords } from './activity.js';
import { writeAtomically } from './atomic-write.js';
import type { Conflict } from './authored-fields.js';
import { endpointKey } from './endpoint-key.js';
import { ensureFolder } from './init.js';
import { KnownFiles } from './known-files.js';
import { withLock } from './lock.js';
import { mergeScan, noteUnchanged, type LastScan, type ModelChanges } from './merge-scan.js';
import { replaceModel } from './model-file.js';
import { storePaths } from './paths.js';
import { readText } from './read-json.js';
import { sameJson } from './same-json.js';

export interface RecordedScan {
  /** As it is in the file now. */
  readonly model: Model;
  /** What the file holds, but for line ends. */
  readonly text: string;
  /** False when the scan brought nothing new; then the file is as before, its time included. */
  readonly written: boolean;
  readonly changes: ModelChanges;
  readonly conflicts: readonly Conflict[];
}

/**
 * Stores what a scan found: merges it into the model, keeping what people wrote, and adds the changes to the activity stream.
 * One step that no other process can come between.
 * @param committed the model as the last commit has it; it stands in where no record tells what the last scan gave, see `knowsLastScan`
 * @param merged stands in for a file that git has merged half
 * @throws UsageError when the present model is damaged; it stays as it is
 */
export function recordScan(
  root: string,
  found: Model,
  now: () => Date = () => new Date(),
  committed: Model | null = null,
  merged?: Model,
): Promise<RecordedScan> {
  return withLock(root, () => {
    ensureFolder(root);
    const { scannedModel } = storePaths(root);
    const lastText = readText(scannedModel);
    const lastScan = knownLastScan(scannedModel, lastText);
    const scanned = withEndpointsOf(lastScan, found);
    let changes: ModelChanges = { added: [], removed: [], renamed: [], changed: [] };
    let conflicts: readonly Conflict[] = [];
    const { model, written, text, ordered } = replaceModel(
      root,
      (previous) => {
        const merged = mergeScan(
          previous ?? { ...scanned, environments: [], securitySchemes: {}, endpoints: [] },
          scanned,
          lastScanOf(previous, lastScan, committed),
        );
        ({ changes, conflicts } = merged);
        return merged.model;
      },
      now,
      merged,
    );
    const thisScan: LastScan = {
      generatedAt: model.generatedAt,
      // What stays of endpoints that are gone is compared with what stayed: somebody may edit it before they come back.
      endpoints: [...scanned.endpoints, ...model.endpoints.filter(({ stale }) => stale)],
      ...(scanned.environments.length > 0 && { environments: scanned.environments }),
      ...(Object.keys(scanned.securitySchemes).length > 0 && { securitySchemes: scanned.securitySchemes }),
    };
    noteUnchanged(scanned.endpoints, model.endpoints, ordered.endpoints);
    const thisText = `${scanText(thisScan)}\n`;
    if (lastText !== thisText) {
      writeAtomically(scannedModel, thisText);
      lastScans.keep(scannedModel, thisText, thisScan);
    }
    addRecords(root, activityOf(changes, now().toISOString()));
    return { model, text, written, changes, conflicts };
  });
}

/** With the very endpoints of the last scan where they are the same: nothing is made of these again. */
function withEndpointsOf(last: LastScan | null, found: Model): Model {
  if (last === null) return found;
  const before = new Map(last.endpoints.map((endpoint) => [endpointKey(endpoint), endpoint]));
  return {
    ...found,
    endpoints: found.endpoints.map((endpoint) => {
      const old = before.get(endpointKey(endpoint));
      return old !== undefined && sameJson(old, endpoint) ? old : endpoint;
    }),
  };
}

const scanTexts = new WeakMap<Endpoint, string>();

/** JSON of what a scan gave, of which nobody changes anything. */
function scanText({ generatedAt, endpoints, ...others }: LastScan): string {
  const texts = endpoints.map((endpoint) => {
    let text = scanTexts.get(endpoint);
    if (text === undefined) scanTexts.set(endpoint, (text = JSON.stringify(endpoint)));
    return text;
  });
  const rest = JSON.stringify(others).slice(1);
  return `{"generatedAt":${JSON.stringify(generatedAt)},"endpoints":[${texts.join(',')}]${rest === '}' ? '' : ','}${rest}`;
}

/** What tells edits from scanned values: the record of the very model, else its committed version. A commit of another model says nothing. */
export function lastScanOf(previous: Model | null, record: LastScan | null, committed: Model | null): LastScan | null {
  if (previous === null || record?.generatedAt === previous.generatedAt || committed?.generatedAt !== previous.generatedAt) return record;
  return { generatedAt: committed.generatedAt, endpoints: committed.endpoints, environments: committed.environments, committed: true };
}

/** Whether it is recorded what the scan gave that wrote this model. It is not in a fresh checkout. */
export const knowsLastScan = (root: string, model: Model): boolean =>
  lastScanIn(storePaths(root).scannedModel)?.generatedAt === model.generatedAt;

const lastScans = new KnownFiles<LastScan | null>();

const knownLastScan = (file: string, text: string | null): LastScan | null =>
  text === null ? null : lastScans.of(file, text, () => parseLastScan(text));

/** What a record says of the last scan, shared: nothing of it may be changed. */
export const lastScanIn = (file: string): LastScan | null => knownLastScan(file, readText(file));

/** The cache is disposable: what cannot be understood says nothing. */
function parseLastScan(text: string): LastScan | null {
  try {
    const value = JSON.parse(text) as Partial<LastScan> | null;
    if (typeof value?.generatedAt !== 'string' || !Array.isArray(value.endpoints)) return null;
    const endpoints = (value.endpoints as unknown[]).filter(isEndpoint);
    if (endpoints.length !== value.endpoints.length) return null;
    const environments = Array.isArray(value.environments) ? (value.environments as unknown[]).filter(isEnvironment) : [];
    const securitySchemes = typeof value.securitySchemes === 'object' && value.securitySchemes !== null ? value.securitySchemes : {};
    return { generatedAt: value.generatedAt, endpoints, environments, securitySchemes };
  } catch {
    return null;
  }
}

const isEndpoint = (value: unknown): value is Endpoint => {
  const endpoint = value as Partial<Endpoint> | null;
  return typeof endpoint === 'object' && typeof endpoint?.method === 'string' && typeof endpoint.path === 'string';
};

const isEnvironment = (value: unknown): value is Environment =>
  typeof (value as Partial<Environment> | null)?.name === 'string' && typeof (value as Partial<Environment>).baseUrl === 'string';

const activityOf = (changes: ModelChanges, ts: string): ActivityRecord[] => [
  ...changes.added.map((endpoint): ActivityRecord => ({ ts, kind: 'endpoint_added', endpoint })),
  ...changes.removed.map((endpoint): ActivityRecord => ({ ts, kind: 'endpoint_removed', endpoint })),
  ...changes.renamed.map(({ from, to, fields }): ActivityRecord => ({
    ts,
    kind: 'endpoint_changed',
    endpoint: to,
    detail: { renamedFrom: from, fields: ['path', ...fields] },
  })),
  ...changes.changed.map(({ endpoint, fields }): ActivityRecord => ({ ts, kind: 'endpoint_changed', endpoint, detail: { fields } })),
];
