import { distance } from 'fastest-levenshtein';

/**
 * The candidates a person may have meant, nearest first, at most three. A third of the letters may be wrong;
 * a candidate that starts with what was typed always counts.
 */
export function suggest(typed: string, candidates: readonly string[]): string[] {
  const word = typed.toLowerCase();
  const allowed = Math.max(2, Math.floor(word.length / 3));
  return candidates
    .map((candidate) => ({ candidate, away: nearness(word, candidate.toLowerCase()) }))
    .filter(({ away }) => away <= allowed)
    .sort((a, b) => a.away - b.away || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

const nearness = (word: string, candidate: string): number =>
  word.length > 1 && candidate.startsWith(word) ? 1 : distance(word, candidate);

/** `Did you mean "scan"?`, or undefined when nothing is near. */
export function didYouMean(typed: string, candidates: readonly string[]): string | undefined {
  const found = suggest(typed, candidates);
  if (found.length === 0) return undefined;
  const quoted = found.map((candidate) => `"${candidate}"`);
  return `Did you mean ${quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`}?`;
}
