import { stringify } from 'yaml';
import type { OpenApiDocument } from './to-openapi.js';

/** The bytes of a document: two spaces, a final newline. YAML without anchors, which not every reader of OpenAPI knows. */
export const formatOpenApi = (document: OpenApiDocument, format: 'json' | 'yaml'): string =>
  format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : stringify(plain(document), { aliasDuplicateObjects: false, lineWidth: 0 });

/** Values that JSON does not have (-0) would make the two formats differ. */
const plain = (document: OpenApiDocument): unknown => JSON.parse(JSON.stringify(document));
