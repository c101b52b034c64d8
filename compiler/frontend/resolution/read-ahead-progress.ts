import type { MessagePort } from 'node:worker_threads';

/** What the thread is given. */
export interface ReadAheadOrder {
  readonly port: MessagePort;
  /** One word: how far it is. */
  readonly state: Int32Array;
  /** Absolute. */
  readonly files: readonly string[];
  /** Modules of which whoever imports them may want types only. */
  readonly frameworks: readonly string[];
  /** Whether signatures and digests of the texts are wanted. */
  readonly observed: boolean;
}

/** What was found in one file. */
export interface ReadFile {
  /** The modules it names; null when only its text tells which of them it loads. */
  readonly specifiers: readonly string[] | null;
  /** Why it has no text. */
  readonly why?: string;
  readonly signature?: string | null;
  readonly digest?: string;
}

/** How far the thread is; before it began, 0. */
export const AT_WORK = 1,
  DONE = 2;
