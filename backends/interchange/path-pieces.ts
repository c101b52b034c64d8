/** A piece of a path: text as it is sent, a parameter that ends at the next slash or text, or a wildcard that may span slashes. */
export type PathPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'wildcard'; readonly name: string };

const PIECE = /:([A-Za-z0-9_$]+)|\*([A-Za-z0-9_$]*)/g;

/**
 * The pieces of a path of the model, in order. Names are unique: the second `id` of a path becomes `id2`, and a wildcard
 * without a name is `wildcard`.
 * @returns null for the source of a regular expression, which no interchange format can say
 */
export function pathPieces(path: string): PathPiece[] | null {
  if (isRegularExpression(path)) return null;
  const pieces: PathPiece[] = [];
  const taken = new Set<string>();
  let at = 0;
  for (const match of path.matchAll(PIECE)) {
    if (match.index > at) pieces.push({ kind: 'text', text: path.slice(at, match.index) });
    const name = unused(match[1] ?? (match[2] === '' ? 'wildcard' : match[2]!), taken);
    pieces.push({ kind: match[1] === undefined ? 'wildcard' : 'parameter', name });
    at = match.index + match[0].length;
  }
  if (at < path.length) pieces.push({ kind: 'text', text: path.slice(at) });
  return pieces;
}

/** The model keeps the source of a regular expression that has no `:name` form between slashes: `/^\/v(1|2)$/`. */
const isRegularExpression = (path: string): boolean => /^\/\^|[\\()[\]|]|\$\/[a-z]*$/.test(path);

/** A name that is not taken yet: the name itself, or the name with the first free number from 2. */
export function unused(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number++) candidate = `${name}${number}`;
  taken.add(candidate);
  return candidate;
}
