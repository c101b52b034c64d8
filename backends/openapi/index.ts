export { formatOpenApi } from './format.js';
export { toOpenApi, type OpenApiDocument, type OpenApiOptions } from './to-openapi.js';
export type { Exported, Omission } from '../interchange/exported.js';
