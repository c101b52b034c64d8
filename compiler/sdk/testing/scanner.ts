import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, EndpointSet } from '@tool/ir';
import type { Adapter } from '@tool/scanner-sdk';

/** What a case needs of a scan. */
export interface Scanned {
  /** The text form of the IR after `lower` and after each pass. */
  readonly dumps: readonly { readonly pass: string; readonly text: string }[];
  readonly endpointSet: EndpointSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** `scanProject` of `tool`: compiles the project in `root`, with adapters that have been loaded. */
export type ScanProject = (options: {
  readonly root: string;
  readonly trace: 'all';
  readonly extraAdapters: readonly Adapter[];
}) => Promise<Scanned>;

/**
 * The compiler that the package with the cases has installed: `tool/scan`, looked up from their folder. This package names `tool` as a peer and
 * imports it here only, when a case runs: `tool` itself depends on this package.
 */
export async function installedScanner(folder: string): Promise<ScanProject> {
  let file: string;
  try {
    file = createRequire(join(folder, 'golden.js')).resolve('tool/scan');
  } catch (error) {
    throw new Error(
      `Golden cases are compiled with the package \`tool\`, and none can be found from ${folder}: install it with npm install --save-dev tool.`,
      { cause: error },
    );
  }
  const { scanProject } = (await import(pathToFileURL(file).href)) as { readonly scanProject?: ScanProject };
  if (typeof scanProject !== 'function')
    throw new Error(`${file} exports no scanProject: this version of \`tool\` does not go with this version of @tool/scanner-sdk.`);
  return scanProject;
}
