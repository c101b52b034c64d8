import type { Change, ModelDiff } from '../review/index.js';
import type { Style } from './style.js';

/** One change on one line, without its endpoint. */
export const describeChange = ({ level, message }: Change, style: Style): string =>
  `${level === 'breaking' ? style.red('breaking') : level === 'risky' ? style.yellow('risky   ') : style.green('safe    ')}  ${message}`;

/** So many endpoints that changed in the same way are shown together: one guard or error handler changes all that are behind it. */
const ALIKE = 4;

/** A diff, endpoint by endpoint, those with the most severe changes first; what many have in common is said once. */
export function describeDiff({ changes, totals }: ModelDiff, style: Style): string {
  const groups = new Map<string, Change[]>();
  for (const change of changes) groups.set(change.endpoint ?? '', [...(groups.get(change.endpoint ?? '') ?? []), change]);
  const alike = new Map<string, string[]>();
  for (const [endpoint, own] of groups) alike.set(textOf(own), [...(alike.get(textOf(own)) ?? []), endpoint]);
  const said = new Set<string>();
  const parts = [...groups].flatMap(([endpoint, own]) => {
    const text = textOf(own);
    const same = alike.get(text)!;
    const lines = own.map((change) => `  ${describeChange(change, style)}`);
    if (endpoint === '' || same.length < ALIKE)
      return [[style.bold(endpoint === '' ? '(the API as a whole)' : endpoint), ...lines].join('\n')];
    if (said.has(text)) return [];
    said.add(text);
    return [[style.bold(`${same.length} endpoints`), ...lines, ...same.map((one) => `    ${one}`)].join('\n')];
  });
  return [...parts, `${totals.breaking} breaking, ${totals.risky} risky, ${totals.safe} safe`].join('\n\n');
}

const textOf = (changes: readonly Change[]): string => changes.map(({ level, message }) => `${level} ${message}`).join('\n');
