import type { Const, Tested, Unknown, Value } from '@tool/scanner-sdk';

/** What two values are known to be is the same, wherever they come from. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.kind === 'const' && b.kind === 'const') return Object.is(a.value, b.value);
  if (a.kind === 'unknown' && b.kind === 'unknown')
    return (
      a.why === b.why &&
      a.shape === b.shape &&
      a.provenance?.module === b.provenance?.module &&
      a.provenance?.path === b.provenance?.path &&
      a.carries.length === 0 &&
      b.carries.length === 0
    );
  if (a.kind === 'template' && b.kind === 'template')
    return (
      a.parts.length === b.parts.length &&
      a.parts.every((part, index) => {
        const other = b.parts[index]!;
        return typeof part === 'string' || typeof other === 'string' ? part === other : sameValue(part, other);
      })
    );
  return false;
}

/** `list.includes(name)`, where the list is one of several: what passes is in one of them. */
function testedByEither(value: Unknown, others: readonly Tested[]): Unknown {
  if (!value.tested || value.tested === others) return value;
  const tested = value.tested.map((one): Tested => {
    const { kind, enum: listed } = one.shape;
    const other = others.find(
      ({ when, trace, shape }) =>
        when === one.when &&
        trace.part === one.trace.part &&
        trace.path.join('\0') === one.trace.path.join('\0') &&
        shape.kind === kind &&
        shape.enum,
    );
    if (!listed || !other) return one;
    const { required, ...rest } = one;
    return {
      ...rest,
      shape: { kind, enum: [...new Set([...listed, ...other.shape.enum!])] },
      ...(required && other.required && { required }),
    };
  });
  return { ...value, tested };
}

/** Up to here a look at all is faster than a table. */
const FEW = 16;

/** What values have in common that are the same. */
function keyOf(value: Value): unknown {
  switch (value.kind) {
    case 'const':
      return value.value;
    case 'unknown':
      return value.why;
    case 'template':
      return value.parts.map((part) => (typeof part === 'string' ? part : '\0')).join('\0');
    default:
      return value;
  }
}

/** Tells of values whether they are the same as one of these. */
export function among(values: readonly Value[]): (value: Value) => boolean {
  if (values.length < FEW) return (value) => values.some((other) => sameValue(other, value));
  const index = new Map<unknown, Value[]>();
  for (const value of values) {
    const known = index.get(keyOf(value));
    if (known) known.push(value);
    else index.set(keyOf(value), [value]);
  }
  return (value) => index.get(keyOf(value))?.some((other) => sameValue(other, value)) === true;
}

/** What stands for a value where a condition has found it to be there, and that value, which may be missing. */
export const foundThere = new WeakMap<Value, Value>();

/** Values in the order in which they were first met, the alternatives of alternatives among them, each once. Adding one costs the same however many there are. */
export class Distinct {
  readonly values: Value[] = [];
  private index: Map<unknown, Value[]> | null = null;

  /** @param isFirst  whether the first is what there is, and the others what there may be under another configuration */
  constructor(private readonly isFirst = false) {}

  add(value: Value): void {
    if (value.kind === 'oneOf') {
      for (const alternative of value.values) this.add(alternative);
      return;
    }
    const { values } = this;
    if (values.length < FEW) {
      const at = values.findIndex((other) => sameValue(other, value));
      if (at >= 0) {
        // Another configuration may have another one there: that it is the same in this one says less.
        if (value.kind === 'const' && value.taint !== null && (values[at] as Const).taint === null) values[at] = value;
        if (foundThere.get(values[at]!) === value) values[at] = value;
        if (value.kind === 'unknown' && value.tested && !this.isFirst) values[at] = testedByEither(values[at] as Unknown, value.tested);
        return;
      }
    } else if (!this.enter((this.index ??= this.indexed()), value)) return;
    values.push(value);
  }

  private indexed(): Map<unknown, Value[]> {
    const index = new Map<unknown, Value[]>();
    for (const value of this.values) this.enter(index, value);
    return index;
  }

  /** False when it is in the table already. */
  private enter(index: Map<unknown, Value[]>, value: Value): boolean {
    const key = keyOf(value);
    const known = index.get(key);
    if (!known) index.set(key, [value]);
    else if (known.some((other) => sameValue(other, value))) return false;
    else known.push(value);
    return true;
  }
}
