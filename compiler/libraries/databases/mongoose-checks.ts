import { type ShapeProperty } from '@tool/ir';
import { errorValue, type Call, type Value } from '@tool/scanner-sdk';
import type { SchemaData } from './mongoose-schema.js';
import { typed } from './support/table.js';

/** Some of the values come in with a request, and no validator has looked at them: whether they fit only the database says. */
export function comesIn(call: Call, value: Value | undefined, depth = 0): boolean {
  if (!value || depth > 2) return false;
  if (value.kind === 'unknown')
    return value.trace !== undefined && !value.trace.derived && value.shape === undefined && value.trace.part !== 'context';
  if (value.kind === 'oneOf') return call.alternatives(value).some((alternative) => comesIn(call, alternative, depth));
  return value.kind === 'object' && (call.knownEntries?.(value) ?? []).some(([, member]) => comesIn(call, member, depth + 1));
}

/** JSON writes its name and its message too. */
function validationError(call: Call): Value {
  const errors = call.unknown('the errors of a validation', { module: 'mongoose', path: 'ValidationError.errors' }),
    message = typed(call, { kind: 'string' }, 'a message');
  return errorValue(call, 'ValidationError', message, {
    errors,
    _message: message,
    toJSON: call.fn('toJSON', (inner) => inner.record({ errors, _message: message, name: inner.const('ValidationError'), message })),
  });
}

/** Of what is changed nothing has to be there. */
const given = ({ name, shape }: ShapeProperty): ShapeProperty => ({
  name,
  shape: shape.properties ? { ...shape, properties: shape.properties.map(given) } : shape,
});

const BOUNDS = ['enum', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'] as const;

/** A path of which something is refused. */
const isChecked = ({ shape, required }: ShapeProperty): boolean =>
  required === true ||
  shape.format === 'email' ||
  BOUNDS.some((key) => shape[key] !== undefined) ||
  (shape.properties ?? []).some(isChecked) ||
  (shape.items !== undefined && isChecked({ name: '', shape: shape.items }));

/** What a write may be refused with: values that do not fit the schema (of a change those that are given), and values that are there already. */
export function mayRefuse(call: Call, data: SchemaData | null, values: Value | undefined, which: 'all' | 'changed'): void {
  if (!data || !values || !call.mayThrow || !(comesIn(call, values) || (values.kind === 'object' && call.isOpen(values)))) return;
  const checks = [...data.checks.values()];
  if (checks.some(isChecked))
    call.mayThrow(validationError(call), [
      { value: values, shape: { kind: 'object', properties: which === 'all' ? checks : checks.map(given) } },
    ]);
  const whole = values.kind !== 'object' || call.isOpen(values);
  if ([...data.unique].some((path) => whole || (call.knownEntries?.(values) ?? []).some(([name]) => name === path)))
    call.mayThrow(
      errorValue(call, 'MongoServerError', typed(call, { kind: 'string' }, 'a message'), {
        code: call.const(11000),
        keyValue: call.unknown('the key of a document'),
        keyPattern: call.unknown('the key of a document'),
      }),
    );
}
