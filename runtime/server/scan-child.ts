import type { ScanResult } from '../../compiler/scan.js';
import { createScanSession } from '../../compiler/scan-session.js';
import { recallScan } from '../project/scan-cache.js';
import { scanServers } from '../project/scan-project.js';
import { isUsageError } from './api-error.js';
import { evidenceOf } from './evidence.js';
import { routeTree } from './route-tree.js';
import type { ScanOutcome, ScanReply, ScanRequest } from './scan-messages.js';

/**
 * The process that compiles for `dev`: it stays, so that the TypeScript API and the code that runs over it are warm, and its
 * memory and its failures are not those of the server. A change in what no scan looks at costs no scan; one in functions that serve requests costs
 * what depends on them; any other is a full one. What has changed is found by looking at the files, so `changed` says nothing that is needed.
 */
const root = process.argv[2]!;
const session = createScanSession();
const send = (reply: ScanReply): void => {
  process.send?.(reply);
};

const NO_CHANGES: ScanOutcome['changes'] = { added: 0, removed: 0, renamed: 0, changed: 0 };

/** What this process found last and stored; what the record of the scan still vouches for need not be found again. */
let last: ScanOutcome | undefined;

process.on('message', ({ id }: ScanRequest) => {
  void scan(id);
});
// Without the server there is nobody to compile for.
process.on('disconnect', () => process.exit(0));

async function scan(id: number): Promise<void> {
  const started = performance.now();
  let own: ScanResult | undefined;
  try {
    if (last !== undefined && recallScan(root) !== null) {
      send({
        kind: 'done',
        id,
        outcome: { ...last, written: false, changes: NO_CHANGES, milliseconds: Math.round(performance.now() - started) },
      });
      return;
    }
    const servers = await scanServers(
      {
        root,
        trace: () => undefined,
        compile: (options) => session.scan(options),
        progress: { update: (text) => send({ kind: 'progress', id, text }) },
        onResult: (folder, result) => {
          if (folder === '.' || own === undefined) own = result;
        },
      },
      { allowEmpty: false, printChanged: false },
    );
    const main = servers.find((server) => server.folder === '.') ?? servers[0];
    // A copy: places in what the compiler gives move with the next scan.
    const kept = main?.kept ?? false;
    const outcome = structuredClone<ScanOutcome>({
      endpoints: main?.endpoints.total ?? 0,
      written: servers.some((server) => server.written),
      kept,
      changes: main?.changes ?? NO_CHANGES,
      conflicts: main?.conflicts ?? [],
      diagnostics: main?.diagnostics ?? [],
      ...(main?.why !== undefined && { why: main.why }),
      milliseconds: Math.round(performance.now() - started),
      // Those of the model that was kept.
      routes: kept ? (last?.routes ?? []) : own === undefined ? [] : routeTree(own.endpointSet),
      evidence: kept ? (last?.evidence ?? {}) : own === undefined ? {} : evidenceOf(own.endpointSet),
    });
    if (!kept) last = outcome;
    send({ kind: 'done', id, outcome });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', id, message, ...(isUsageError(error) && error.help !== undefined && { help: error.help }) });
  }
}
