import type { Adapter, LibraryModel } from '@tool/scanner-sdk';
import type { KeptSources } from './rescan/kept-sources.js';

export interface LowerOptions {
  readonly root: string;
  readonly entries?: readonly string[];
  readonly exclude?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  readonly adapters: readonly Adapter[];
  readonly libraries: readonly LibraryModel[];
  /** Without contracts handlers are not run: routes and chains only. */
  readonly contracts?: boolean;
  /** Steps for all functions that serve requests together; without it as many as a scan takes. */
  readonly fuelForRequests?: number;
  /** Adapters that could not be loaded, to be said. */
  readonly problems?: readonly {
    readonly code: 'adapter-not-loaded' | 'adapter-version';
    readonly args: Readonly<Record<string, string>>;
  }[];
  readonly onProgress?: (progress: { readonly phase: string; readonly files: number }) => void;
  /** Whether to tell what was learned of the disk. */
  readonly observe?: boolean;
  /** Texts that stand in for those on the disk. */
  readonly texts?: ReadonlyMap<string, string | null>;
  /** Whether `again` is to be asked. It keeps the trees of all files, which is most of the memory of a scan. */
  readonly keep?: boolean;
  /** What an earlier time knows of the sources. */
  readonly kept?: KeptSources;
}
