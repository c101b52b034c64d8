import { relative, sep } from 'node:path';
import { ResourceTemplate } from '@modelcontextprotocol/server';
import { FULL_CHARACTERS } from '../answer.js';
import { readWorkflow, storePaths, workflowFiles } from '../../store/index.js';
import { findProjectWorkflow } from '../find-project-workflow.js';
import { asJson, orProtocolError, type ResourceRegistration } from './resource.js';

/** Path of a workflow file below the folder of workflows, as URIs name it. */
export const workflowName = (root: string, file: string): string => workflowPath(storePaths(root).workflows, file);

/** Path of a workflow file below the project, as tools show it. */
export const workflowPath = (root: string, file: string): string => relative(root, file).split(sep).join('/');

export const workflowUri = (name: string): string => `tool://workflow/${name.split('/').map(encodeURIComponent).join('/')}`;

export const workflowResource: ResourceRegistration = (server, session) => {
  const names = (): string[] => workflowFiles(session.root).map((file) => workflowName(session.root, file));
  server.registerResource(
    'workflow',
    new ResourceTemplate('tool://workflow/{+name}', {
      list: async () => ({
        resources: await Promise.all(
          workflowFiles(session.root)
            .slice(0, 200)
            .map(async (file) => {
              const name = workflowName(session.root, file);
              // A damaged file is listed, too: reading it says what is wrong.
              const title = await readWorkflow(session.root, file).then(
                ({ workflow }) => workflow.name,
                () => name,
              );
              return { uri: workflowUri(name), name, title, mimeType: 'application/json' };
            }),
        ),
      }),
      complete: {
        name: (value) =>
          names()
            .filter((name) => name.startsWith(value))
            .slice(0, 100),
      },
    }),
    {
      title: 'Workflow',
      description: 'One workflow of .tool/workflows',
      mimeType: 'application/json',
    },
    (uri, { name }) =>
      orProtocolError(session, async () => {
        const { workflow } = await findProjectWorkflow(session.root, decodeURIComponent(String(name)));
        return asJson(uri, workflow, FULL_CHARACTERS);
      }),
  );
};
