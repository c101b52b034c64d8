import { UsageError } from '../../project/usage-error.js';
import type { ExportFormat } from './export-format.js';
import { fileOptions, writeExport } from './write-export.js';

export const openapi: ExportFormat = {
  option: 'openapi',
  description: 'OpenAPI 3.1, as JSON or YAML',
  options: {
    ...fileOptions,
    format: {
      type: 'string',
      value: 'json|yaml',
      description: 'With --openapi: the notation; default: by the name of the file, else yaml',
    },
  },
  examples: [
    ['tool model export --openapi --out openapi.yaml', 'Write an OpenAPI description'],
    ['tool model export --openapi --format json', 'Print it on stdout'],
  ],
  async run(context, model, input) {
    const format = formatOf(input.string('format'), input.string('out'));
    const [{ formatOpenApi, toOpenApi }, { manifestVersion }] = await Promise.all([
      import('../../../backends/openapi/index.js'),
      import('../../project/manifest-version.js'),
    ]);
    const version = manifestVersion(context.root);
    const { document, omitted } = toOpenApi(model, version === undefined ? {} : { version });
    return writeExport(context, input, formatOpenApi(document, format), omitted);
  },
};

function formatOf(named: string | undefined, out: string | undefined): 'json' | 'yaml' {
  const format = named?.toLowerCase();
  if (format === 'yml') return 'yaml';
  if (format === 'json' || format === 'yaml') return format;
  if (format !== undefined) throw new UsageError(`--format: there is no notation "${named}".`, 'Give json or yaml.');
  return out !== undefined && /\.json$/i.test(out) ? 'json' : 'yaml';
}
