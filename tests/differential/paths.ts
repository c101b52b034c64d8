/** One spelling of a path: as the model writes it, and a URL that matches it. */
export interface PathForm {
  readonly model: string;
  readonly url: string;
}

/**
 * The spellings of a path argument as Express reads it, arrays flattened, optional parts expanded.
 * Written apart from the compiler's `normalize-paths` on purpose: a shared mistake would be invisible here.
 * Covers what the generator and the projects use; anything else (regular expressions) gives a form without a usable URL.
 */
export function pathForms(raw: unknown, version: 4 | 5): PathForm[] {
  if (Array.isArray(raw)) return raw.flat(Infinity).flatMap((each) => pathForms(each, version));
  if (raw instanceof RegExp) return [{ model: `/${raw}`, url: regexpUrl(raw.source) }];
  return version === 4 ? forms4(String(raw)) : forms5(String(raw));
}

/** The same for a mount: an expression that is text and choices of it stands for each text that it matches from the beginning on. */
export function mountForms(raw: unknown, version: 4 | 5): PathForm[] {
  if (!(raw instanceof RegExp)) return pathForms(raw, version);
  const texts = spelledOut(raw.source.replace(/^\^/, ''))
    .map((text) => text.replaceAll('\\', ''))
    .filter((text) => raw.exec(text)?.[0] === text);
  return texts.length > 0 && texts.every((text) => /^[\w/-]*$/.test(text))
    ? texts.map((text) => ({ model: text, url: text }))
    : pathForms(raw, version);
}

function spelledOut(source: string): string[] {
  const group = /\((?:\?:)?([^()]+)\)(\?)?/.exec(source);
  if (!group) return [source];
  const words = [...group[1]!.split('|'), ...(group[2] ? [''] : [])];
  return words.flatMap((word) => spelledOut(source.slice(0, group.index) + word + source.slice(group.index + group[0].length)));
}

function regexpUrl(source: string): string {
  return source
    .replace(/^\^/, '')
    .replace(/\(\?:\\?\/\|?\$?\)|\$$/g, '')
    .replace(/\\\//g, '/')
    .replace(/\(\\d\+\)|\\d\+/g, '7')
    .replace(/\(\.\*\)|\.\*/g, 'w1')
    .replace(/\(\[\^\/\]\+\)/g, 'v1');
}

const valueFor = (name: string, pattern: string | undefined): string => {
  if (!pattern) return `v${name}9`;
  if (/^\\d|^\[0-9\]/.test(pattern)) return '7';
  if (/^[\w|-]+$/.test(pattern)) return pattern.split('|')[0]!;
  return `v${name}9`;
};

/** path-to-regexp 0.1: `:name`, `:name(pattern)`, a `?` after either, `*`. */
function forms4(raw: string): PathForm[] {
  let forms: PathForm[] = [{ model: '', url: '' }];
  const append = (model: string, url: string): void => {
    forms = forms.map((form) => ({ model: form.model + model, url: form.url + url }));
  };
  const token = /(\/)?:(\w+)(?:\(((?:\\.|[^\\()])+)\))?(\?)?|\*/g;
  let from = 0;
  for (const match of raw.matchAll(token)) {
    const literal = raw.slice(from, match.index);
    append(literal, literal);
    from = match.index + match[0].length;
    const name = match[2];
    if (name === undefined) {
      append('*', 'w1/w2');
      continue;
    }
    const slash = match[1] ?? '';
    const without = forms;
    append(`${slash}:${name}`, slash + valueFor(name, match[3]));
    if (match[4]) forms = [...forms, ...without];
  }
  const rest = raw.slice(from);
  append(rest, rest);
  return forms;
}

/** path-to-regexp 8: `:name`, `*name`, `{optional}`. */
function forms5(raw: string): PathForm[] {
  let at = 0;
  const sequence = (): PathForm[] => {
    let forms: PathForm[] = [{ model: '', url: '' }];
    const append = (model: string, url: string): void => {
      forms = forms.map((form) => ({ model: form.model + model, url: form.url + url }));
    };
    while (at < raw.length && raw[at] !== '}') {
      const character = raw[at]!;
      if (character === '{') {
        at++;
        const inner = sequence();
        at++;
        forms = [...forms.flatMap((form) => inner.map((part) => ({ model: form.model + part.model, url: form.url + part.url }))), ...forms];
      } else if (character === ':' || character === '*') {
        const name = /^\w+/.exec(raw.slice(at + 1))?.[0] ?? '';
        at += 1 + name.length;
        if (character === ':') append(`:${name}`, valueFor(name, undefined));
        else append(`*${name}`, 'w1/w2');
      } else {
        append(character, character);
        at++;
      }
    }
    return forms;
  };
  return sequence();
}

/** Joins mount and route spellings; one slash between segments, none at the end, `/` for the root. */
export function joinForms(outer: PathForm, inner: PathForm): PathForm {
  return { model: join(outer.model, inner.model), url: join(outer.url, inner.url) };
}

const join = (outer: string, inner: string): string => {
  if (inner.startsWith('//')) return (outer === '/' ? '' : outer) + inner;
  const text = `${outer}/${inner}`.replace(/\/{2,}/g, '/');
  return text.length > 1 ? text.replace(/\/+$/, '') || '/' : text;
};
