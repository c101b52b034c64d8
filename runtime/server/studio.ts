import type { Config } from '../../schemas/index.js';
import type { EventHub } from './event-hub.js';
import type { LiveRuns } from './live-runs.js';
import type { ModelCache } from './model-cache.js';
import type { Scanner } from './scanner.js';
import type { Sessions } from './sessions.js';
import type { StaticFile } from './static-files.js';

/** What the routes work with. */
export interface Studio {
  /** Absolute path of the project root. */
  readonly root: string;
  readonly toolVersion: string;
  readonly config: Config;
  readonly model: ModelCache;
  readonly scanner: Scanner;
  readonly hub: EventHub;
  readonly runs: LiveRuns;
  readonly sessions: Sessions;
  readonly files: ReadonlyMap<string, StaticFile>;
}
