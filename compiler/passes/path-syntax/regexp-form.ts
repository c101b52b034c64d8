import { param, text, wild, type PatternNode } from './pattern-node.js';

/**
 * The `:name` form of a regular expression that holds nothing but plain text and groups that stay within a segment or take the whole rest
 * (`/^\/users\/(?<id>\d+)$/`); groups without a name have numbers, as in `request.params`. Null for any other. `isRoute`: without `$` more may follow.
 */
export function namedForm(source: string, isRoute: boolean): readonly PatternNode[] | null {
  if (isRoute && /^\^?(?:\.\*|\(\.\*\))\$?$/.test(source)) return [text('/'), wild()];
  const [, body, end] = /^\^(.*?)(?:(?:\\\/\?|\/\?)?(\$))?$/s.exec(source) ?? [];
  if (body === undefined || (!end && !isRoute)) return null;
  const nodes: PatternNode[] = [];
  let rest = body;
  let unnamed = 0;
  while (rest !== '') {
    const group = /^\((?:\?<([A-Za-z_]\w*)>)?(?:\.([*+])|((?:\\[dw]|\[\^\\?\/\]|\[[\w-]+\])[+*]?(?:\{\d+(?:,\d*)?\})?))\)(?![?*+{])/.exec(
      rest,
    );
    const plain = /^(?:\\([^\w])|([\w/\-~%@&=,;! ]))(?![?*+{])/.exec(rest);
    if (group) nodes.push(group[2] ? wild(group[1]) : param(group[1] ?? String(unnamed), group[3]));
    else if (plain) nodes.push(text((plain[1] ?? plain[2])!));
    else return null;
    if (group && !group[1]) unnamed++;
    rest = rest.slice((group ?? plain)![0].length);
  }
  const last = nodes.at(-1)?.kind;
  if (!end && last === 'param') return null;
  if (!end && last === 'text') nodes.push(wild());
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
