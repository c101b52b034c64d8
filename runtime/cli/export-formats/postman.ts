import type { ExportFormat } from './export-format.js';
import { fileOptions, writeExport } from './write-export.js';

export const postman: ExportFormat = {
  option: 'postman',
  description: 'Postman collection 2.1',
  options: fileOptions,
  examples: [
    ['tool model export --postman --out api.postman_collection.json', 'Write a collection for Postman, Bruno, Insomnia and others'],
  ],
  async run(context, model, input) {
    const { formatPostman, toPostman } = await import('../../../backends/postman/index.js');
    const { document, omitted } = toPostman(model);
    return writeExport(context, input, formatPostman(document), omitted);
  },
};
