/**
 * Characters of an answer unless more is asked for. JSON of this kind has more than 2.7 characters to a token in the usual
 * vocabularies (a test measures it), so that an answer stays under 5,000 tokens.
 */
export const ANSWER_CHARACTERS = 13_000;

/** The same for `detail: "full"`, which asks for more. */
export const FULL_CHARACTERS = 40_000;

/** Compact JSON: clients pass the text on, and most ignore structured content. */
export const toText = (document: object): string => JSON.stringify(document);

/** As many of the elements, from the first one on, as fit into a number of characters; at least one. */
export function thatFit<Element>(elements: readonly Element[], characters: number): Element[] {
  const taken: Element[] = [];
  let length = 0;
  for (const element of elements) {
    length += JSON.stringify(element).length + 1;
    if (length > characters && taken.length > 0) break;
    taken.push(element);
  }
  return taken;
}

/**
 * A document that fits: long texts and lists in it are shortened, the longest first, and each says how much is left out. A net
 * below the tools, which page by themselves what can be long.
 */
export function fitInto(document: object, characters: number): object {
  let text = toText(document);
  if (text.length <= characters) return document;
  const copy = JSON.parse(text) as Container;
  for (let round = 0; text.length > characters && round < 60; round++) {
    const longest = findLongest(copy);
    if (longest === null) break;
    shorten(longest, text.length - characters);
    text = toText(copy);
  }
  return copy;
}

type Container = Record<string, unknown> | unknown[];
interface Spot {
  readonly holder: Container;
  readonly key: string | number;
  readonly value: string | unknown[];
  readonly length: number;
}

/** The longest text, or list with more than one element, anywhere in the document. */
function findLongest(root: Container): Spot | null {
  let found: Spot | null = null;
  const visit = (holder: Container): void => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'string' || (Array.isArray(value) && value.length > 1)) {
        const length = typeof value === 'string' ? value.length : JSON.stringify(value).length / 2; // a list is rather kept than a text
        if (length > 40 && (found === null || length > found.length)) found = { holder, key, value, length };
      }
      if (typeof value === 'object' && value !== null) visit(value as Container);
    }
  };
  visit(root);
  return found;
}

function shorten({ holder, key, value }: Spot, excess: number): void {
  const target = holder as Record<string | number, unknown>;
  if (typeof value === 'string') {
    const kept = Math.max(20, value.length - excess - 60);
    target[key] = `${value.slice(0, kept)} … (${value.length - kept} more characters)`;
    return;
  }
  const share = Math.max(1, Math.floor(value.length / 2));
  const left = value.length - share;
  const last = value.at(-1);
  const before = typeof last === 'string' ? /^… (\d+) more$/.exec(last)?.[1] : undefined;
  target[key] = [...value.slice(0, share), `… ${left + (before === undefined ? 0 : Number(before) - 1)} more`];
}
