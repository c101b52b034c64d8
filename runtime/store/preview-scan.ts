import type { Model } from '../../schemas/index.js';
import { mergeScan, type MergedScan } from './merge-scan.js';
import { formatModel, isText, parseModel, readModel } from './model-file.js';
import { storePaths } from './paths.js';
import { readText } from './read-json.js';
import { lastScanIn, lastScanOf } from './record-scan.js';
import { sameJson } from './same-json.js';

export interface PreviewedScan extends MergedScan {
  /** The model as it is; null when there is none. */
  readonly before: Model | null;
  /** Whether storing the scan would change what the model says. */
  readonly stale: boolean;
}

/**
 * What `recordScan` would do, without doing it.
 * @param given the text of the present model, when that is not the file; null for none
 * @throws UsageError when the present model is damaged
 */
export function previewScan(root: string, scanned: Model, committed: Model | null = null, given?: string | null): PreviewedScan {
  const before = given === undefined ? readModel(root) : given === null ? null : parseModel(given, 'The staged model.json');
  const paths = storePaths(root);
  const text = given === undefined ? readText(paths.model) : given;
  const merged = mergeScan(
    before ?? { ...scanned, environments: [], securitySchemes: {}, endpoints: [] },
    scanned,
    lastScanOf(before, lastScanIn(paths.scannedModel), committed),
  );
  const next = before === null ? merged.model : { ...merged.model, generatedAt: before.generatedAt };
  // The bytes first: they are nearly always right, and comparing them is the fastest.
  const stale =
    before === null || (!isText(text, formatModel(next)) && !sameJson(JSON.parse(formatModel(before)), JSON.parse(formatModel(next))));
  return { ...merged, model: next, before, stale };
}
