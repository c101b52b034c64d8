export * from './values.js';
export * from './adapter.js';
export * from './helpers.js';
export * from './http-methods.js';
export * from './status-codes.js';
export * from './handler-items.js';
export * from './path-text.js';
/** What an adapter needs of the IR's package: the catalogue of its diagnostics, and the types of what `call` and `emit` speak of. */
export {
  defineCatalogue,
  type BodyFacts,
  type Catalogue,
  type DiagnosticId,
  type HandlerId,
  type Json,
  type MiddlewareId,
  type MiddlewareType,
  type Path,
  type PathSyntax,
  type RouterId,
  type Span,
} from '@tool/ir';
export * from './caseless-pattern.js';
export * from './shape-operations.js';
export * from './schema-value.js';
export * from './json-schema-shape.js';
export * from './class-shape.js';
export * from './http-errors.js';
export * from './unless.js';
export * from './uploads.js';
export * from './content-types.js';
export * from './raw-answer.js';
export * from './admitted.js';
