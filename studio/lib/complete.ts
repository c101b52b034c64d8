/** What can be typed into a workflow, from the server. */
export interface Completions {
  readonly keys: readonly string[];
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  readonly templates: readonly string[];
}

const MOST = 12;

/**
 * What fits at a place in the text: a template after `{{`, a method or a path as the value of that key, a key where a key stands.
 * @param asked the person asked for it: then it is offered before anything is typed, too
 * @returns undefined when nothing fits; `from` to `to` is what a choice replaces
 */
export function completionsFor(
  text: string,
  at: number,
  known: Completions,
  asked: boolean,
): { readonly from: number; readonly to: number; readonly values: readonly string[] } | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const template = /\{\{[^{}\s]*$/.exec(before);
  if (template !== null) return fitting(known.templates, template[0], at, text.startsWith('}}', at) ? at + 2 : at, true);
  const value = /"(method|path)"\s*:\s*"([^"]*)$/.exec(before);
  if (value !== null) return fitting(value[1] === 'method' ? known.methods : known.paths, value[2]!, at, at, asked || value[2] !== '');
  const key = /(?:^\s*|[{,]\s*)"(\w*)$/.exec(before);
  if (key !== null) return fitting(known.keys, key[1]!, at, at, asked || key[1] !== '');
  return undefined;
}

function fitting(
  all: readonly string[],
  typed: string,
  at: number,
  to: number,
  offer: boolean,
): { from: number; to: number; values: string[] } | undefined {
  if (!offer) return undefined;
  const wanted = typed.toLowerCase();
  const begins = all.filter((each) => each.toLowerCase().startsWith(wanted));
  const values = [
    ...begins,
    ...all.filter((each) => !each.toLowerCase().startsWith(wanted) && each.toLowerCase().includes(wanted.replace(/^\{\{/, ''))),
  ].slice(0, MOST);
  return values.length === 0 || (values.length === 1 && values[0] === typed) ? undefined : { from: at - typed.length, to, values };
}
