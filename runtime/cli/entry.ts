/** Runs one command. Returns its exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  // A scan in which nothing changed must not be noticed in a hook: it is answered before anything else is loaded.
  const answered =
    argv[0] === 'scan'
      ? (await import('./unchanged-scan.js')).unchangedScan(argv)
      : argv[0] === 'mcp'
        ? await (await import('./quick-mcp.js')).quickMcp(argv)
        : null;
  return answered ?? (await import('./main.js')).main(argv);
}
