import type { ScanResult } from '../../compiler/scan.js';
import type { ScanHost } from '../project/scan-project.js';
import { readProjectConfig } from '../project/project-config.js';
import { failure } from './failure.js';
import type { Session } from './session.js';
import type { Call } from './tool.js';

/**
 * What a scan needs of a host, for one call: the compiler in its thread, progress to the client, cancelled with the call.
 * @throws UsageError when the project names adapters of its own and loading them was not allowed: they are code of the project
 */
export async function scanHost(session: Session, call: Call): Promise<ScanHost> {
  const { adapterIds } = await import('../project/scan-project.js');
  const own = new Set(adapterIds());
  const foreign = ((await readProjectConfig(session.root)).adapters ?? []).filter((name) => !own.has(name));
  if (foreign.length > 0 && !session.options.allowAdapters) {
    throw failure(
      'adapter/not-allowed',
      `tool.config.json names adapters that are code of the project (${foreign.join(', ')}); this server runs no code of the project.`,
      'Run `tool scan` in a terminal, or start the server with `tool mcp --allow-adapters` if you trust them.',
    );
  }
  let files = 0;
  return {
    root: session.root,
    progress: { update: () => {} },
    trace: () => {},
    compile: (options) =>
      session.compiler.scan(
        {
          ...options,
          onProgress: ({ phase, files: parsed }) => {
            files = Math.max(files + 1, parsed);
            call.progress(files, undefined, phase);
          },
        },
        call.signal,
      ),
  };
}

/** Compiles the project and stores nothing. `after` names the passes whose intermediate representation is wanted as text. */
export async function compileProject(session: Session, call: Call, after?: string): Promise<ScanResult> {
  const { scanReadOnly } = await import('../project/scan-project.js');
  return scanReadOnly(
    await scanHost(session, call),
    after === undefined ? undefined : { allowEmpty: true, printChanged: false, printAfter: after },
  );
}
