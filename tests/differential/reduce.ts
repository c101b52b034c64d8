import type { GeneratedProgram } from './program.js';

/** Sets stretches of the tape to zero, largest first, while the program still fails. */
export async function reduceTape(
  choices: readonly number[],
  fails: (candidate: readonly number[]) => Promise<boolean>,
  deadline: number,
): Promise<readonly number[]> {
  let best = [...choices];
  for (let size = Math.max(1, best.length >> 1); size >= 1; size >>= 1) {
    for (let at = 0; at < best.length; at += size) {
      if (performance.now() > deadline) return best;
      if (best.slice(at, at + size).every((value) => value === 0)) continue;
      const candidate = best.map((value, index) => (index >= at && index < at + size ? 0 : value));
      if (await fails(candidate)) best = candidate;
    }
  }
  return best;
}

/** Removes files and stretches of lines while the program still runs on Express and still fails. */
export async function reduceProgram<Program extends Pick<GeneratedProgram, 'files' | 'entry'>>(
  program: Program,
  fails: (candidate: Program) => Promise<boolean>,
  deadline: number,
): Promise<Program> {
  let best = program;
  const attempt = async (files: ReadonlyMap<string, string>): Promise<boolean> => {
    const candidate = { ...best, files };
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let changed = true; changed && performance.now() < deadline;) {
    changed = false;
    for (const name of [...best.files.keys()]) {
      if (name === 'package.json' || name === 'tsconfig.json') continue;
      if (name !== best.entry) {
        const without = new Map(best.files);
        without.delete(name);
        if (await attempt(without)) {
          changed = true;
          continue;
        }
      }
      let lines = best.files.get(name)!.split('\n');
      for (let size = Math.max(1, lines.length >> 1); size >= 1; size >>= 1) {
        for (let at = 0; at < lines.length;) {
          if (performance.now() > deadline) return best;
          const shorter = [...lines.slice(0, at), ...lines.slice(at + size)];
          if (await attempt(new Map([...best.files, [name, shorter.join('\n')]]))) {
            lines = shorter;
            changed = true;
          } else at += size;
        }
      }
    }
  }
  return best;
}
