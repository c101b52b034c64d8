import { param, text, type PatternNode } from './pattern-node.js';

/**
 * The `:name` form of a regular expression that is anchored at both ends and holds nothing but plain text and named
 * groups that stay within a segment (`/^\/users\/(?<id>\d+)$/`); null for any other.
 */
export function namedForm(source: string): readonly PatternNode[] | null {
  const body = /^\^(.*?)(?:\\\/\?|\/\?)?\$$/s.exec(source)?.[1];
  if (body === undefined) return null;
  const nodes: PatternNode[] = [];
  let rest = body;
  while (rest !== '') {
    const group = /^\(\?<([A-Za-z_]\w*)>((?:\\[dw]|\[\^\\?\/\]|\[[\w-]+\])[+*]?(?:\{\d+(?:,\d*)?\})?)\)/.exec(rest);
    const plain = /^(?:\\([^\w])|([\w/\-~%@&=,;! ]))(?![?*+{])/.exec(rest);
    if (group) nodes.push(param(group[1]!, group[2]));
    else if (plain) nodes.push(text((plain[1] ?? plain[2])!));
    else return null;
    rest = rest.slice((group ?? plain)![0].length);
  }
  // A regular expression that matches no path that starts with a slash would get one by the join.
  return nodes[0]?.kind === 'text' && nodes[0].text.startsWith('/') ? nodes : null;
}

const WORDS = '(?:[\\w-]|\\\\?\\/)+';
const CHOICE = new RegExp(`^\\((?:\\?:)?(${WORDS}(?:\\|${WORDS})*)\\)(\\?)?(?![?*+{])`);

/**
 * The same of an expression that has to match the beginning of an address, as those of mounts do: plain text and choices of it, which may be
 * left out (`/(\/api)?/`, `/^\/(v1|v2)/`). Where it matches later in an address, the mount is passed by.
 */
export function prefixForm(source: string): readonly PatternNode[] | null {
  const nodes: PatternNode[] = [];
  let rest = source.replace(/^\^/, '');
  while (rest !== '') {
    const choice = CHOICE.exec(rest);
    const plain = /^(?:\\([^\w])|([\w/-]))(?![?*+{])/.exec(rest);
    if (choice)
      nodes.push({
        kind: 'group',
        alternatives: [...choice[1]!.split('|').map((word) => [text(word.replaceAll('\\', ''))]), ...(choice[2] ? [[]] : [])],
      });
    else if (plain) nodes.push(text((plain[1] ?? plain[2])!));
    else return null;
    rest = rest.slice((choice ?? plain)![0].length);
  }
  const [first] = nodes;
  const starts =
    first?.kind === 'group'
      ? first.alternatives.every(([inner]) => !inner || (inner.kind === 'text' && inner.text.startsWith('/')))
      : first?.kind === 'text' && first.text.startsWith('/');
  return starts ? nodes : null;
}
