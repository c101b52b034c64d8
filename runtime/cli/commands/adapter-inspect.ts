import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';
import { didYouMean } from '../../project/suggest.js';
import { UsageError } from '../../project/usage-error.js';

export const adapterInspect = defineCommand({
  path: ['adapter', 'inspect'],
  summary: 'Show where an adapter is detected and what a scan finds through it; writes nothing',
  positionals: [{ name: 'adapter', description: 'Id of an adapter, as `tool adapter list` prints it' }],
  examples: [
    ['tool adapter inspect express', 'Detection and scan summary'],
    ['tool adapter inspect express --json', 'The same as one JSON document'],
  ],
  output: 'adapter-inspect',
  async run(context, input) {
    const [id] = input.positionals as [string];
    const { endpointsOf, scanReadOnly } = await import('../../project/scan-project.js');
    const { methodsOf } = await import('../../project/summary.js');
    const result = await scanReadOnly(context);
    // Those of the project's configuration are known only now.
    const known = result.adapters.map((one) => one.id);
    if (!known.includes(id)) {
      throw new UsageError(`There is no adapter "${id}".`, didYouMean(id, known) ?? `Adapters: ${known.join(', ')}.`);
    }
    const adapter = result.adapters.find((one) => one.id === id);
    const endpoints = endpointsOf(result, id);
    const summary = {
      endpoints: endpoints.length,
      byMethod: methodsOf(endpoints),
      unresolved: result.endpointSet.unresolved.length,
      diagnostics: result.diagnostics.filter((diagnostic) => diagnostic.code.startsWith(`${id}/`)).length,
      files: result.files,
      milliseconds: Math.round(result.milliseconds),
    };
    const document = {
      id,
      title: adapter?.title ?? id,
      detected: adapter?.detected ?? false,
      evidence: adapter?.evidence ?? [],
      scan: summary,
    };
    return {
      kind: 'data',
      document,
      text: (style) =>
        [
          `${style.bold(document.title)}  ${document.detected ? style.green('detected') : style.yellow('not detected')}`,
          ...document.evidence.map((line) => `  ${line}`),
          '',
          columns([
            ['endpoints', String(summary.endpoints)],
            ...Object.entries(summary.byMethod).map(([method, number]) => [`  ${method}`, String(number)]),
            ['unresolved', String(summary.unresolved)],
            ['diagnostics', String(summary.diagnostics)],
          ]),
          style.dim(`${count(summary.files.parsed, 'file')} of ${summary.files.listed} parsed in ${summary.milliseconds} ms`),
        ].join('\n'),
    };
  },
});
