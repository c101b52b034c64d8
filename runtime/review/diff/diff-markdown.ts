import { LEVELS, type Change, type Level } from './change.js';
import type { ModelDiff } from './diff-models.js';

const TITLES: Readonly<Record<Level, string>> = { breaking: 'Breaking', risky: 'Risky', safe: 'Safe' };

/** A diff as a comment for a pull request. */
export function diffMarkdown({ changes, totals }: ModelDiff, between: { readonly before: string; readonly after: string }): string {
  const head = `### API changes\n\n${code(between.before)} → ${code(between.after)}: **${totals.breaking} breaking**, ${totals.risky} risky, ${totals.safe} safe`;
  if (changes.length === 0) return `### API changes\n\n${code(between.before)} → ${code(between.after)}: clients notice nothing.\n`;
  const parts = LEVELS.filter((level) => totals[level] > 0).map((level) => {
    const own = changes.filter((change) => change.level === level);
    const table = `| Endpoint | Change |\n|---|---|\n${own.map((change) => `| ${change.endpoint ? code(change.endpoint) : ''} | ${cell(change)} |`).join('\n')}`;
    // What needs no attention is folded.
    return level === 'safe'
      ? `<details><summary>${TITLES[level]} (${own.length})</summary>\n\n${table}\n\n</details>`
      : `#### ${TITLES[level]}\n\n${table}`;
  });
  return `${[head, ...parts].join('\n\n')}\n`;
}

/** What comes from a model can hold anything: nothing of it may become a cell, a link or a tag. */
const escape = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[\\|<>[\]*_`~@#!]/g, (character) => `&#${character.codePointAt(0)};`);
const cell = ({ message }: Change): string => escape(message);

function code(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  return /[|`]/.test(line) ? escape(line) : `\`${line}\``;
}
