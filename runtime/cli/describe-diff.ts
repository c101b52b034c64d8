import type { Change, ModelDiff } from '../review/index.js';
import type { Style } from './style.js';

/** One change on one line, without its endpoint. */
export const describeChange = ({ level, message }: Change, style: Style): string =>
  `${level === 'breaking' ? style.red('breaking') : level === 'risky' ? style.yellow('risky   ') : style.green('safe    ')}  ${message}`;

/** A diff, endpoint by endpoint, those with the most severe changes first. */
export function describeDiff({ changes, totals }: ModelDiff, style: Style): string {
  const groups = new Map<string, Change[]>();
  for (const change of changes) groups.set(change.endpoint ?? '', [...(groups.get(change.endpoint ?? '') ?? []), change]);
  const parts = [...groups].map(([endpoint, own]) => [style.bold(endpoint === '' ? '(the API as a whole)' : endpoint), ...own.map((change) => `  ${describeChange(change, style)}`)].join('\n'));
  return [...parts, `${totals.breaking} breaking, ${totals.risky} risky, ${totals.safe} safe`].join('\n\n');
}
