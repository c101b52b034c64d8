import type { Shape } from '@tool/ir';
import { jsonSchemaShape, meaningOf, schemaOutput, settledShape, type Call, type Meaning, type Value } from '@tool/scanner-sdk';
import { moduleOf, readBinding, runModule, type Evaluator } from '../../evaluator/index.js';
import type { SchemaType } from './type-shape.js';
import type { ModelledModules } from '../modelled-modules.js';

/**
 * What a schema of the program says, which a type is inferred from: that of a member of a variable at the top of a file, whose module runs for it.
 * Undefined where it holds no schema of a library.
 */
export function schemaShapeOf(
  { evaluator, modules }: { readonly evaluator: Evaluator; readonly modules: ModelledModules },
  file: string,
  name: string,
  members: readonly string[],
  of: SchemaType,
): Shape | undefined {
  const record = moduleOf(evaluator, file);
  if (!record) return undefined;
  runModule(evaluator, record);
  const binding = record.scope.find(name);
  if (!binding) return undefined;
  const context = evaluator.topContext(record);
  let shape: Shape | undefined;
  modules.run(
    (call) => {
      const path = members.at(-1) === 'static' ? members.slice(0, -1) : members;
      const value = path.reduce((at: Value, key) => call.get(at, key), readBinding(binding, name));
      const meaning = meaningOf(value);
      if (meaning) shape = of === 'input' ? settledShape(call, meaning.shape) : outputOf(call, meaning);
      else if (value.kind === 'object' && !value.host && (of === 'json' || path !== members)) shape = jsonSchemaShape(call, value);
    },
    [],
    evaluator.site(context, record.source),
  );
  return shape;
}

/** What comes out of a schema: functions of it have run, and what has a default is there. */
function outputOf(call: Call, { shape }: Meaning): Shape {
  const settled = settledShape(call, shape);
  const accepted = call.typed?.(settled, 'what a schema accepts');
  const made = accepted && schemaOutput(call, shape, accepted);
  return filled(made && made !== accepted ? (call.shapeOf?.(made) ?? settled) : settled);
}
const filled = (shape: Shape): Shape =>
  shape.properties
    ? {
        ...shape,
        properties: shape.properties.map((property) =>
          property.shape.default === undefined ? property : { ...property, required: true, shape: filled(property.shape) },
        ),
      }
    : shape;
