import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { columns } from '../columns.js';
import { defineCommand } from '../command.js';

export const configList = defineCommand({
  path: ['config', 'list'],
  summary: 'Show the project root, the tool directory and the configuration',
  examples: [
    ['tool config list', 'What a scan here would use'],
    ['tool config list --project apps/api', 'The same for another folder'],
  ],
  output: 'config-list',
  async run(context) {
    const { readProjectConfig } = await import('../../project/project-config.js');
    const configFile = join(context.root, 'tool.config.json');
    const directory = join(context.root, '.tool');
    const config = await readProjectConfig(context.root);
    const document = {
      projectRoot: context.root,
      toolDirectory: directory,
      toolDirectoryExists: existsSync(directory),
      configFile,
      configFileExists: existsSync(configFile),
      config,
      toolVersion: context.toolVersion,
    };
    return {
      kind: 'data',
      document,
      text: (style) => {
        const absent = style.dim('  (absent; `tool init` makes it)');
        const settings = Object.entries(config).filter(([key]) => key !== '$schema');
        return [
          columns([
            ['project root', document.projectRoot],
            ['tool directory', `${directory}${document.toolDirectoryExists ? '' : absent}`],
            ['configuration', `${configFile}${document.configFileExists ? '' : absent}`],
            ['tool version', context.toolVersion],
          ]),
          ...settings.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
        ].join('\n');
      },
    };
  },
});
