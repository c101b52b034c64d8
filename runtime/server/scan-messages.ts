import type { ServerScan } from '../project/scan-project.js';
import type { EvidenceEntry } from './evidence.js';
import type { RouteNode } from './route-tree.js';

/** What a scan gives beyond the model that it stored. */
export interface ScanOutcome {
  readonly endpoints: number;
  readonly written: boolean;
  /** The scan found nothing, or could not parse a file, and the model was left as it is. */
  readonly kept: boolean;
  readonly changes: ServerScan['changes'];
  readonly conflicts: readonly string[];
  readonly diagnostics: ServerScan['diagnostics'];
  readonly why?: ServerScan['why'];
  readonly milliseconds: number;
  readonly routes: readonly RouteNode[];
  readonly evidence: Readonly<Record<string, readonly EvidenceEntry[]>>;
}

/** To the child: the files that changed since the last scan, relative to the project; `all` when that is not known. */
export interface ScanRequest {
  readonly id: number;
  readonly changed: readonly string[] | 'all';
}

export type ScanReply =
  | { readonly kind: 'progress'; readonly id: number; readonly text: string }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: ScanOutcome }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly help?: string };
