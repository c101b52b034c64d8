import type { Diagnostic, EndpointSet, Program } from '@tool/ir';
import { fileURLToPath } from 'node:url';

interface Scan {
  readonly endpointSet: EndpointSet;
  readonly diagnostics?: readonly Diagnostic[];
}

let scan: ((options: { root: string }) => Promise<Scan>) | undefined;

/** The built scanner, in this process. Loaded by path: what ships is what is compared. */
export async function scanProject(root: string): Promise<Scan> {
  if (!scan) {
    const file = process.env['SCANNER'] ?? fileURLToPath(new URL('../../compiler/scan.js', import.meta.url));
    scan = ((await import(file)) as { scanProject: typeof scan }).scanProject!;
  }
  return scan({ root });
}

let pipeline: { runPipeline(program: Program): { readonly set: EndpointSet } } | undefined;

/** The passes alone, on a tree that was read off the real stacks. */
export async function runPasses(tree: Program): Promise<EndpointSet> {
  pipeline ??= (await import(fileURLToPath(new URL('../../compiler/pipeline.js', import.meta.url)))) as typeof pipeline;
  return pipeline!.runPipeline(tree).set;
}
