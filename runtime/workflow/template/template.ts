import { parseExpression, type Expression } from './expression.js';
import { resolveExpression, type TemplateScope } from './resolve.js';
import { TemplateError } from './template-error.js';

/** One `{{…}}` in a text. */
export interface Placeholder {
  /** As it is written, braces included. */
  readonly template: string;
  readonly expression: Expression;
}

/** A text, taken apart once: literals and placeholders in their order. */
export interface Template {
  readonly source: string;
  readonly parts: readonly (string | Placeholder)[];
}

/**
 * Takes a text apart. `\{{` writes two braces that begin no template.
 * @throws TemplateError
 */
export function parseTemplate(source: string): Template {
  const parts: (string | Placeholder)[] = [];
  let literal = '';
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    if (open < 0) {
      literal += source.slice(at);
      break;
    }
    if (source[open - 1] === '\\' && open > at) {
      literal += `${source.slice(at, open - 1)}{{`;
      at = open + 2;
      continue;
    }
    literal += source.slice(at, open);
    const close = endOf(source, open + 2);
    if (close < 0)
      throw new TemplateError(source.slice(open), 'is not closed.', 'End it with }}, or write \\{{ for two braces that are meant as such.');
    const template = source.slice(open, close + 2);
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push({ template, expression: parseExpression(source.slice(open + 2, close), template) });
    at = close + 2;
  }
  if (literal !== '' || parts.length === 0) parts.push(literal);
  return { source, parts };
}

/** Where the closing braces are. Braces and quotes inside of arguments do not count. */
function endOf(source: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < source.length; at++) {
    const character = source[at]!;
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (depth > 0 && (character === '"' || character === "'")) quote = character;
    else if (character === '(' || (depth > 0 && (character === '{' || character === '['))) depth++;
    else if (depth > 0 && (character === ')' || character === '}' || character === ']')) depth--;
    else if (depth === 0 && character === '}' && source[at + 1] === '}') return at;
  }
  return -1;
}

export const placeholdersOf = (template: Template): Placeholder[] => template.parts.filter((part) => typeof part !== 'string');

/** A template that is the whole text gives its value with its type; otherwise the parts are joined to a text. */
export function resolveTemplate(template: Template, scope: TemplateScope): unknown {
  const [first] = template.parts;
  if (template.parts.length === 1) return typeof first === 'string' ? first : resolveExpression(first!.expression, first!.template, scope);
  return resolveText(template, scope);
}

/**
 * The text of a template.
 * @param encode what is done to each value before it is put in (URL encoding, for instance); literals stay as they are
 */
export function resolveText(template: Template, scope: TemplateScope, encode: (text: string) => string = (text) => text): string {
  let text = '';
  for (const part of template.parts) {
    text += typeof part === 'string' ? part : encode(asText(resolveExpression(part.expression, part.template, scope), part.template));
  }
  return text;
}

/** Lists and objects are written as JSON; null is no text, and an address with "null" in it would be a lie. */
export function asText(value: unknown, template: string): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) throw new TemplateError(template, 'is null, which cannot be part of a text.');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
