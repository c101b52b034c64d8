/**
 * What a change means for those who call the API: `breaking` fails requests that worked, or takes away what an answer had; `risky` can do so for
 * some callers, or changes who is let in; `safe` does neither.
 */
export type Level = 'breaking' | 'risky' | 'safe';

export const LEVELS: readonly Level[] = ['breaking', 'risky', 'safe'];

export interface Change {
  readonly level: Level;
  /** Stable name of the kind of change, for machines: `endpoint-removed`. */
  readonly code: string;
  /** `METHOD /path` as it is now, or was; absent for what belongs to no endpoint. */
  readonly endpoint?: string;
  /** What it is about, within the endpoint or the model: `parameter query:page`, `response 200 data.id`. */
  readonly subject?: string;
  readonly message: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A change without the endpoint, which the caller adds. */
export type Part = Omit<Change, 'endpoint'>;

export const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));
