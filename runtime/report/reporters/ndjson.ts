import type { Reporter } from '../reporter.js';

/** One line for each check, then one for the run: what log collectors take in. */
export const ndjson: Reporter = {
  name: 'ndjson',
  description: 'one JSON line for each step, and one for the run',
  extension: 'ndjson',
  render(run) {
    const lines: unknown[] = run.groups.flatMap(({ checks, name, file, iteration }) =>
      checks.map((check) => ({
        event: 'check',
        group: name,
        ...(file !== undefined && { file }),
        ...(iteration !== undefined && { iteration }),
        ...check,
      })),
    );
    const { groups: _groups, ...rest } = run;
    lines.push({ event: 'run', ...rest });
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  },
};
