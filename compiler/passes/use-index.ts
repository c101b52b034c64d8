import { longestText, printSegments, type PathSyntax, type Segment } from '@tool/ir';

/**
 * Finds the registrations whose path is a prefix of an endpoint's path, without trying each: a tree over the segments.
 * Paths that a segment-by-segment comparison cannot decide (wildcards, regular expressions, segments made of several
 * pieces) hang as regular expressions at the last node before them.
 */
export class UseIndex<Entry> {
  private readonly root: Node<Entry> = node();

  /**
   * @param steps the paths of the mounts from the root down, then the registration's own
   * @param rule.whole a path stands for itself alone, unless a wildcard ends it: how Hono reads the path of a middleware
   */
  add(steps: readonly (readonly Segment[])[], rule: Rule, entry: Entry): void {
    const whole = rule.whole === true && steps.at(-1)!.at(-1)?.kind !== 'wild';
    // `/users/*` takes `/users` as well: it is what any other framework writes as `/users`.
    if (rule.whole && !whole) steps = [...steps.slice(0, -1), steps.at(-1)!.slice(0, -1)];
    // A wildcard in a mount's path takes all there is, so what is below it sees the root path only.
    const greedy = steps.slice(0, -1).findIndex((step) => step.at(-1)?.kind === 'wild');
    if (greedy >= 0) {
      if (steps.slice(greedy + 1).some((step) => step.length > (step[0]?.kind === 'wild' && rule.syntax !== 'path-to-regexp@8' ? 1 : 0)))
        return;
      steps = steps.slice(0, greedy + 1);
    }
    const full = steps.flat();
    const irregular = full.findIndex((segment) => segment.kind !== 'lit' && segment.kind !== 'param');
    // A router tests its paths from where it is mounted: the whole step goes to the regular expression.
    let end = full.length;
    for (const step of irregular < 0 ? [] : [...steps].reverse()) if ((end -= step.length) <= irregular) break;
    let at = this.root;
    for (const segment of full.slice(0, end)) {
      const [children, key] =
        segment.kind === 'lit'
          ? [at.literals, segment.text.toLowerCase()]
          : [at.parameters, (segment as { pattern?: string }).pattern ?? ''];
      let child = children.get(key);
      if (!child) children.set(key, (child = node(segment.kind === 'param' ? segment.pattern : undefined)));
      at = child;
    }
    if (irregular >= 0) at.rest.push({ matches: prefixTest(full.slice(end), rule, whole), entry });
    else at.entries.push({ entry, whole, ...(rule.caseSensitive && { exact: full }) });
  }

  /**
   * Adds the entries that apply to every path below `prefix`. False when there are others that apply to some of these paths only:
   * then `find` has to be asked for each path.
   */
  findBelow(prefix: readonly Segment[], found: Entry[]): boolean {
    const descend = (at: Node<Entry>, depth: number): boolean => {
      if (at.rest.length > 0) return false;
      for (const { entry, exact, whole } of at.entries) {
        if (whole) return false;
        if (!exact || sameCase(exact, prefix)) found.push(entry);
      }
      const segment = prefix[depth];
      if (!segment) return at.literals.size === 0 && at.parameters.size === 0;
      const child = segment.kind === 'lit' ? at.literals.get(segment.text.toLowerCase()) : undefined;
      if (child && !descend(child, depth + 1)) return false;
      for (const inner of at.parameters.values()) if (parameterTakes(inner.pattern, segment) && !descend(inner, depth + 1)) return false;
      return true;
    };
    return descend(this.root, 0);
  }

  /** Entries whose path is a prefix of `path`, in no particular order. */
  find(path: readonly Segment[]): Entry[] {
    const found: Entry[] = [];
    const descend = (at: Node<Entry>, depth: number): void => {
      for (const { entry, exact, whole } of at.entries)
        if ((!whole || (depth === path.length && path.at(-1)?.kind !== 'wild')) && (!exact || sameCase(exact, path))) found.push(entry);
      if (at.rest.length > 0) {
        const below = path.slice(depth);
        const [text, marked] = [printSegments(below), printSegments(below.map(withMarks))];
        for (const { matches, entry } of at.rest) if (matches(text, marked)) found.push(entry);
      }
      const segment = path[depth];
      if (!segment) return;
      if (segment.kind === 'lit') {
        const child = at.literals.get(segment.text.toLowerCase());
        if (child) descend(child, depth + 1);
      }
      for (const child of at.parameters.values()) if (parameterTakes(child.pattern, segment)) descend(child, depth + 1);
    };
    descend(this.root, 0);
    return found;
  }
}

interface Rule {
  readonly syntax: PathSyntax;
  readonly caseSensitive: boolean;
  readonly whole?: boolean;
}

/** A test of what is left of a path, as it is printed and with the patterns of its parameters in place of their names. */
type PathTest = (text: string, marked: string) => boolean;

interface Node<Entry> {
  readonly literals: Map<string, Node<Entry>>;
  /** By pattern source; `''` for none. */
  readonly parameters: Map<string, Node<Entry>>;
  readonly pattern: RegExp | string | undefined;
  readonly entries: { readonly entry: Entry; readonly whole: boolean; readonly exact?: readonly Segment[] }[];
  readonly rest: { readonly matches: PathTest; readonly entry: Entry }[];
}

function node<Entry>(pattern?: string): Node<Entry> {
  return {
    literals: new Map(),
    parameters: new Map(),
    pattern: pattern === undefined ? undefined : (compile(`^(?:${pattern})$`, 'i') ?? pattern),
    entries: [],
    rest: [],
  };
}

/** A parameter with a pattern takes only what surely satisfies it: text that matches, or a parameter with the same pattern. */
function parameterTakes(pattern: RegExp | string | undefined, segment: Segment): boolean {
  if (segment.kind === 'regexp' || segment.kind === 'hole') return false;
  if (pattern === undefined) return true;
  if (segment.kind === 'lit')
    return typeof pattern !== 'string' && segment.text.length <= longestText(pattern.source) && pattern.test(segment.text);
  return (
    segment.kind === 'param' &&
    segment.pattern !== undefined &&
    (typeof pattern === 'string' ? pattern === segment.pattern : pattern.source === `^(?:${segment.pattern})$`)
  );
}

const sameCase = (exact: readonly Segment[], path: readonly Segment[]): boolean =>
  exact.every((segment, index) => {
    const other = path[index];
    return segment.kind !== 'lit' || (other?.kind === 'lit' && other.text === segment.text);
  });

/** A test for `/rest/of/the/path`. A pattern that is impossible, or that could be tried for ever, applies to nothing for sure. */
export function prefixTest(segments: readonly Segment[], rule: Rule, whole: boolean): PathTest {
  if (segments.length === 1 && segments[0]!.kind === 'regexp') {
    const own = compile(segments[0]!.source, segments[0]!.flags.replace(/[gy]/g, ''));
    const longest = longestText(segments[0]!.source);
    // Express goes on only at a boundary, and the match has to begin where the path does.
    return (text) => {
      const match = text.length <= longest ? own?.exec(text) : null;
      if (!match || match.index !== 0) return false;
      const next = text[match[0].length];
      return match[0] === '' || next === undefined || next === '/' || (next === '.' && rule.syntax !== 'path-to-regexp@8');
    };
  }
  const test = compile(
    `^${segments.map((segment) => `\\/${source(segment, rule.syntax)}`).join('')}${whole ? '$' : '(?=\\/|$)'}`,
    rule.caseSensitive ? '' : 'i',
  );
  const longest = Math.min(...segments.flatMap(patternsOf).map(longestText));
  return (text, marked) => text.length <= longest && (test?.test(marked) ?? false);
}

/** What stands for a parameter with a pattern: only the same pattern surely takes all that it takes. */
const mark = (pattern: string): string => `:${encodeURIComponent(pattern)}`;

const withMarks = (segment: Segment): Segment =>
  segment.kind === 'mixed'
    ? { ...segment, pieces: segment.pieces.map(withMarks) }
    : segment.kind === 'param' && segment.pattern !== undefined
      ? { kind: 'lit', text: mark(segment.pattern) }
      : segment;

/** Regular expressions that the program wrote into a segment. */
const patternsOf = (segment: Segment): readonly string[] =>
  segment.kind === 'param'
    ? segment.pattern === undefined
      ? []
      : [segment.pattern]
    : segment.kind === 'regexp'
      ? [segment.source]
      : segment.kind === 'mixed'
        ? segment.pieces.flatMap(patternsOf)
        : [];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function source(segment: Segment, syntax: PathSyntax): string {
  switch (segment.kind) {
    case 'lit':
      return escaped(segment.text);
    case 'param':
      return segment.pattern === undefined ? '[^/]+?' : `(?:${segment.pattern}|${escaped(mark(segment.pattern))})`;
    // Only path-to-regexp 8 demands something for its wildcard; in front of the end Hono's takes one segment.
    case 'wild':
      return syntax === 'path-to-regexp@8' ? '.+' : syntax === 'hono' ? '[^/]+' : '.*';
    case 'mixed':
      return segment.pieces.map((piece) => source(piece, syntax)).join('');
    case 'regexp':
      return segment.source.replace(/^\^(\\\/)?|\$$/g, '');
    case 'hole':
      return '(?!)';
  }
}

function compile(text: string, flags: string): RegExp | null {
  try {
    return new RegExp(text, flags);
  } catch {
    return null;
  }
}
