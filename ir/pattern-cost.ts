/** Steps that trying a regular expression of a program may take: a tenth of a second or two. */
const MAX_STEPS = 5e6;
/** No path, name or setting is longer. */
const LONGEST = 2_000;

/** What makes a regular expression slow where it does not match. */
interface Cost {
  /** Quantifiers without an upper end, one behind the other: each may end anywhere. */
  open: number;
  /** Choices that each may go either way. */
  choices: number;
  /** Groups that repeat and have more than one way to match inside; how many ways the worst of them has. */
  ways: number;
}

const known = new Map<string, number>();

/**
 * The longest text on which a regular expression of a program may be tried. JavaScript's engine goes back whenever something does not match, so that
 * `(a|a)*b` takes time exponential in the text and `a*a*a*b` takes its fourth power; who writes the pattern may be who wants to hurt.
 * @returns between 0 and 2,000 characters; an estimate from the syntax, on the safe side
 */
export function longestText(source: string): number {
  let longest = known.get(source);
  if (longest === undefined) {
    const cost = costOf(source);
    longest = 0;
    for (let step = LONGEST; step >= 1; step = Math.floor(step / 2))
      while (longest + step <= LONGEST && steps(cost, longest + step) <= MAX_STEPS) longest += step;
    known.set(source, longest);
  }
  return longest;
}

/** Ways to divide a text of this length among the quantifiers, times the choices. */
function steps({ open, choices, ways }: Cost, length: number): number {
  let count = 2 ** Math.min(choices, 60);
  for (let index = 1; index <= Math.min(open, 40); index++) count *= (length + index) / index;
  return ways > 1 ? count * ways ** length : count;
}

/** What a number ends before: `\d+:` has one way to match, however often it is there. It takes the time to read the number. */
const NO_DIGIT = /^(?:[:;,/@_A-Za-z-](?![*+?{])|\\[^\w](?![*+?{]))/;

interface Group {
  alternatives: number;
  quantifiers: number;
  /** It looks ahead or back: the engine does not come back to what is inside. */
  readonly looks?: true;
}

function costOf(source: string): Cost {
  const cost: Cost = { open: source.startsWith('^') ? 0 : 1, choices: 0, ways: 1 };
  let numbers = 0;
  const groups: Group[] = [{ alternatives: 0, quantifiers: 0 }];
  for (let at = 0; at < source.length;) {
    const inside = groups.at(-1)!;
    let closed: Group | null = null;
    const [start, character] = [at, source[at]!];
    if (character === '(') {
      const head = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(source.slice(at, at + 80))![0];
      groups.push({ alternatives: 0, quantifiers: 0, ...(/[=!]$/.test(head) && { looks: true }) });
      at += head.length;
      continue;
    }
    if (character === '|') {
      inside.alternatives++;
      cost.choices++;
      at++;
      continue;
    }
    if (character === ')') {
      closed = groups.length > 1 ? groups.pop()! : inside;
      at++;
    }
    // A reference back to a group of any length is as good as a group that repeats.
    else if (character === '\\') {
      if (/[1-9k]/.test(source[at + 1] ?? '')) cost.ways = Math.max(cost.ways, 2);
      at += 2;
    } else if (character === '[') at = endOfClass(source, at);
    else at++;
    const outer = groups.at(-1)!;
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at, at + 40))?.[0];
    if (closed && closed !== outer && !closed.looks) {
      outer.alternatives += closed.alternatives;
      outer.quantifiers += closed.quantifiers;
    }
    if (quantifier === undefined) continue;
    at += quantifier.length;
    if (quantifier.startsWith('?')) {
      cost.choices++;
      outer.quantifiers++;
      continue;
    }
    if (/^\{\d+\}/.test(quantifier) && !closed) continue;
    outer.quantifiers++;
    // `(a?){30}` is thirty choices, however short the text is.
    const times = Number(/(\d+)\}/.exec(quantifier)?.[1] ?? 0);
    if (closed) cost.choices += times * (closed.alternatives + closed.quantifiers);
    if (closed && closed.alternatives + closed.quantifiers > 0)
      cost.ways = Math.max(cost.ways, 1 + closed.alternatives + closed.quantifiers);
    else if (source.slice(start, start + 2) === '\\d' && NO_DIGIT.test(source.slice(at))) numbers = 1;
    else cost.open++;
  }
  cost.open += numbers;
  return cost;
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at + 1;
  }
  return source.length;
}
