/** The first line that git writes into a file that it could not merge; null when there is none. Lines count from 1. */
export function conflictMarker(text: string): { readonly line: number; readonly marker: string } | null {
  const found = /^(?:<{7}|>{7})(?= |\r?$)/m.exec(text);
  return found === null ? null : { line: text.slice(0, found.index).split('\n').length, marker: found[0] };
}

/** A file with such marks as each side has it. */
export const conflictSides = (text: string): readonly [ours: string, theirs: string] => {
  const side = (kept: string): string => text.replace(/^<{7}.*\n([^]*?)(?:^\|{7}.*\n[^]*?)?^={7}\r?\n([^]*?)^>{7}.*\n?/gm, kept);
  return [side('$1'), side('$2')];
};

/** What to do with a half-merged file. `git checkout -- <file>` does not work while a merge is open. */
export const mergeHelp = (file: string): string =>
  `Finish the merge${file.endsWith('.tool/model.json') ? ': `tool scan` does it, and takes what people wrote from both sides. Or' : ':'} keep one side with "git checkout --ours -- ${file}" or "--theirs", or edit the file. What a scan writes, the next "tool scan" brings up to date.`;
