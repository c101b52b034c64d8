import type { ExportFormat } from './export-format.js';
import { openapi } from './openapi.js';
import { postman } from './postman.js';
import { yaml } from './yaml.js';

export type { Exported, ExportedFiles, ExportFormat } from './export-format.js';

/** Every format of `tool model export`, in the order of the help. A literal list: what is not here does not exist. */
export const exportFormats: readonly ExportFormat[] = [yaml, openapi, postman];
