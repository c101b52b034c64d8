export type * from './generated/types.js';
export type { Kind, Kinds } from './kinds.js';
export { shapes, type Shape } from './generated/shapes.js';
export { bodyFieldsOf, elementsOf } from './body-fields.js';
export { demandsOf } from './demands.js';
export { validate, type Validation, type ValidationError } from './validate.js';
export { valueAt } from './explain.js';
export { unknownFields, type UnknownField } from './unknown-fields.js';
