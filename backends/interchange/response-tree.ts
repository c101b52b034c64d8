/** A response body as a tree. */
export interface ResponseNode {
  /** Type name as the model has it. */
  type?: string;
  readonly properties: Map<string, ResponseNode>;
  /** Whether an answer may be without it. */
  optional?: boolean;
  /** Elements, when a path goes through a position in a list. */
  items?: ResponseNode;
}

const node = (): ResponseNode => ({ properties: new Map() });

/**
 * Type names by dotted path, as a tree. A numeric segment, `*` and `[]` are elements of a list; the empty path and `$` are the
 * body itself. Below a path that the model calls an array, names are those of its elements.
 * @param optional paths that an answer may be without; a type that ends in `?` or that is any says the same of its path
 */
export function responseTree(schema: Readonly<Record<string, string>>, optional: readonly string[] = []): ResponseNode {
  const root = node();
  const spared = new Set(optional);
  for (const [path, type] of Object.entries(schema)) {
    let current = root;
    for (const segment of segmentsOf(path)) {
      if (segment === null) current = current.items ??= node();
      else {
        const known = current.properties.get(segment);
        if (known === undefined) current.properties.set(segment, (current = node()));
        else current = known;
      }
    }
    current.type = type.replaceAll(/\?(?=\||$)/g, '');
    if (spared.has(path) || current.type !== type || /\b(?:any|unknown|undefined)\b/.test(type)) current.optional = true;
  }
  settle(root);
  return root;
}

/** Names, and null for each step into a list. */
const segmentsOf = (path: string): (string | null)[] =>
  path
    .replaceAll(/\[(\d*|\*)\]/g, '.*')
    .split('.')
    .filter((segment, index) => segment !== '' && !(index === 0 && segment === '$'))
    .map((segment) => (/^(?:\d+|\*)$/.test(segment) ? null : segment));

/** Moves the names below an array into its elements. */
function settle(current: ResponseNode): void {
  if (current.properties.size > 0 && (current.items !== undefined || /^(?:array|.*\[\])$/.test(current.type ?? ''))) {
    const items = (current.items ??= node());
    for (const [name, child] of current.properties) if (!items.properties.has(name)) items.properties.set(name, child);
    current.properties.clear();
  }
  for (const child of current.properties.values()) settle(child);
  if (current.items !== undefined) settle(current.items);
}
