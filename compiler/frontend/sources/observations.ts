import { createHash } from 'node:crypto';

/** What a scan learned of a disk, as questions and digests of their answers. JSON-plain; paths are absolute. */
export interface Observations {
  readonly root: string;
  readonly boundary: string;
  readonly folders: readonly FolderAnswer[];
  /** Texts of files. */
  readonly texts: readonly TextAnswer[];
  /** Manifests, by folder; those that are not there included. */
  readonly manifests: readonly TextAnswer[];
}

/** Which names of a folder mattered, from the most to the least: all, those that can be modules or hold some, those that can be sources or hold some, visible folders, none but those that were looked up. */
export type Listed = 'all' | 'modules' | 'sources' | 'folders' | 'none';

export interface FolderAnswer {
  readonly path: string;
  /** With the same signature the answer is the same; null: ask again. */
  readonly signature: string | null;
  readonly listed: Listed;
  /** Names that were looked up, whether they were there or not. */
  readonly asked: readonly string[];
  readonly digest: string;
}

export interface TextAnswer {
  readonly path: string;
  readonly signature: string | null;
  readonly digest: string;
}

/** 80 bits: enough that no two texts of one project ever agree by accident. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64').slice(0, 14);
