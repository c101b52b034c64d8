import { changedTexts } from './frontend/sources/changed-texts.js';
import { scanAndKeep, type ScanOptions, type ScanResult, type Scanned } from './scan.js';

export interface ScanSession {
  /**
   * What `scanProject` gives for the same options. Where only functions have changed that the set-up of the program does not run, what it made before
   * is kept, and only the functions that depend on the change are looked at again. Results of earlier scans of the same root are not to be used any
   * more: places in them move.
   */
  scan(options: ScanOptions): Promise<ScanResult>;
  /** Whether the last scan used the one before it. */
  readonly wasPartial: boolean;
}

/** Projects of which a session keeps what it knows. */
const MAX_KEPT = 8;

/** Scans that follow one another in one process. What it keeps is as large as the scans that it was asked for last. */
export function createScanSession(): ScanSession {
  const kept = new Map<string, Scanned>();
  let wasPartial = false;
  return {
    get wasPartial() {
      return wasPartial;
    },
    async scan(options) {
      const key = JSON.stringify([options.root, options.config, options.contracts, options.observe, options.stopAfter, options.trace]);
      const before = options.extraAdapters?.length ? undefined : kept.get(key);
      // Whatever happens to it now, it is used up.
      kept.delete(key);
      const observations = before?.result.observations;
      const changed = observations ? changedTexts(observations) : null;
      const again = changed && before!.again(changed, options);
      wasPartial = again != null;
      const scanned = again ?? (await (changed && before!.anew(changed, options))) ?? (await scanAndKeep(options));
      kept.set(key, scanned);
      for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
      return scanned.result;
    },
  };
}
