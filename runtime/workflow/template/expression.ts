import { TemplateError } from './template-error.js';

/** What stands between the braces. A closed set: `resolve.ts` and the checks before a run switch over it. */
export type Expression =
  /** `{{faker.<group>.<generator>(<arguments>)}}` */
  | { readonly kind: 'faker'; readonly group: string; readonly generator: string; readonly arguments: readonly unknown[] }
  /** `{{<scope>:<key>}}` */
  | { readonly kind: 'memory'; readonly scope: string; readonly key: string }
  /** `{{human:<key>}}` */
  | { readonly kind: 'human'; readonly key: string }
  /** `{{env:<NAME>}}` */
  | { readonly kind: 'env'; readonly name: string }
  /** `{{data:<column>}}`: a column of the row that the run is for. */
  | { readonly kind: 'data'; readonly column: string }
  /** `{{item}}`, `{{item.<path>}}`, `{{index}}` in a loop. */
  | { readonly kind: 'item'; readonly path: string }
  | { readonly kind: 'index' };

const FORMS =
  'Templates are {{faker.<group>.<generator>}}, {{<scope>:<name>}}, {{human:<key>}}, {{env:<NAME>}}, {{data:<column>}} and, in a loop, {{item}}, {{item.<path>}} and {{index}}.';

/**
 * Reads what stands between the braces.
 * @param template the whole template with its braces, for messages
 * @throws TemplateError
 */
export function parseExpression(inner: string, template: string): Expression {
  const text = inner.trim();
  if (text === '') throw new TemplateError(template, 'is empty.', FORMS);
  if (text === 'index') return { kind: 'index' };
  if (text === 'item' || text.startsWith('item.')) return { kind: 'item', path: text.slice('item.'.length) };
  if (/^faker\b/.test(text)) return parseFaker(text, template);
  const colon = text.indexOf(':');
  if (colon < 0) throw new TemplateError(template, 'is no template that tool knows.', FORMS);
  const scope = text.slice(0, colon);
  const key = text.slice(colon + 1);
  if (!/^[A-Za-z_][\w-]*$/.test(scope)) throw new TemplateError(template, `has "${scope}" as its scope, which is not one word.`, FORMS);
  if (key === '' || key !== key.trim()) throw new TemplateError(template, 'has no name after the colon.', FORMS);
  switch (scope) {
    case 'human':
      return { kind: 'human', key };
    case 'env':
      return { kind: 'env', name: key };
    case 'data':
      return { kind: 'data', column: key };
    default:
      return { kind: 'memory', scope, key };
  }
}

function parseFaker(text: string, template: string): Expression {
  const match = /^faker\.(\w+)\.(\w+)\s*(?:\(([^]*)\))?$/.exec(text);
  if (!match)
    throw new TemplateError(
      template,
      'is no generator.',
      'Write {{faker.<group>.<generator>}}, for example {{faker.internet.email}} or {{faker.number.int({"min": 1, "max": 9})}}.',
    );
  const [, group, generator, given] = match;
  return { kind: 'faker', group: group!, generator: generator!, arguments: parseArguments(given ?? '', template) };
}

/** Arguments are JSON values; as people write them in JavaScript, names need no quotes and texts may have single ones. */
function parseArguments(given: string, template: string): readonly unknown[] {
  if (given.trim() === '') return [];
  for (const form of [given, relaxed(given)]) {
    try {
      return JSON.parse(`[${form}]`) as unknown[];
    } catch {
      /* the next form */
    }
  }
  throw new TemplateError(
    template,
    'has arguments that are no JSON values.',
    'For example {{faker.number.int({"min": 1, "max": 9})}} or {{faker.helpers.arrayElement(["a", "b"])}}.',
  );
}

/** JSON from object literals with bare names and single quotes. What is inside of texts stays as it is. */
const relaxed = (text: string): string =>
  text.replace(
    /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)/g,
    (whole: string, single: string | undefined, before: string | undefined, name: string | undefined, colon: string | undefined) => {
      if (single !== undefined) return JSON.stringify(single.replaceAll("\\'", "'"));
      return name === undefined ? whole : `${before}"${name}"${colon}`;
    },
  );
