/** The first line that git writes into a file that it could not merge; null when there is none. Lines count from 1. */
export function conflictMarker(text: string): { readonly line: number; readonly marker: string } | null {
  const found = /^(?:<{7}|>{7})(?= |\r?$)/m.exec(text);
  return found === null ? null : { line: text.slice(0, found.index).split('\n').length, marker: found[0] };
}

/** What to do with a half-merged file. `git checkout -- <file>` does not work while a merge is open. */
export const mergeHelp = (file: string): string =>
  `Finish the merge: keep one side with "git checkout --ours -- ${file}" or "--theirs", or edit the file. What a scan writes, the next "tool scan" brings up to date.`;
