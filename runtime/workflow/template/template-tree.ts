import type { TemplateScope } from './resolve.js';
import { parseTemplate, placeholdersOf, resolveTemplate, type Placeholder } from './template.js';

/** A JSON value whose texts may be templates, prepared once and resolved for each request. */
export interface TemplateTree {
  readonly placeholders: readonly Placeholder[];
  /** A value without templates is returned as it is, not copied: callers change nothing in it. */
  readonly resolve: (scope: TemplateScope) => unknown;
}

/** @throws TemplateError */
export function templateTree(value: unknown): TemplateTree {
  const placeholders: Placeholder[] = [];
  return { placeholders, resolve: prepare(value, placeholders) };
}

function prepare(value: unknown, found: Placeholder[]): (scope: TemplateScope) => unknown {
  const before = found.length;
  if (typeof value === 'string') {
    const template = parseTemplate(value);
    found.push(...placeholdersOf(template));
    return found.length === before ? fixed(template.parts[0]) : (scope) => resolveTemplate(template, scope);
  }
  if (Array.isArray(value)) {
    const elements = value.map((element: unknown) => prepare(element, found));
    return found.length === before && !hasEscapes(value) ? fixed(value) : (scope) => elements.map((resolve) => resolve(scope));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, child]) => [key, prepare(child, found)] as const);
    if (found.length === before && !hasEscapes(value)) return fixed(value);
    return (scope) => {
      const result: Record<string, unknown> = {};
      for (const [key, resolve] of fields) setField(result, key, resolve(scope));
      return result;
    };
  }
  return fixed(value);
}

const fixed = (value: unknown) => (): unknown => value;

/** `\{{` has to lose its backslash, also where there is no template. */
const hasEscapes = (value: object): boolean => JSON.stringify(value).includes('\\\\{{');

/** `__proto__` is a field like any other in JSON. */
function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
