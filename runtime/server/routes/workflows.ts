import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Hono } from 'hono';
import { findWorkflow, formatWorkflow, writeWorkflow } from '../../store/index.js';
import { scaffold } from '../../workflow/host.js';
import { listWorkflows } from '../../workflow/list-workflows.js';
import { ApiError } from '../api-error.js';
import { readFields, textField, textQuery } from '../read-body.js';
import type { Studio } from '../studio.js';
import { completions, validateWorkflowText } from '../workflow-text.js';

/** Workflows: files, a check while typing, and runs that are going on. */
export function workflowRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.get('/', async (c) => c.json({ workflows: await listWorkflows(studio.root), running: studio.runs.list() }));

  routes.get('/one', async (c) => {
    const { workflow, file, shown } = await findWorkflow(studio.root, textQuery(c, 'name'), studio.root);
    return c.json({
      name: workflow.name,
      file: shown,
      language: extname(file).toLowerCase() === '.json' ? 'json' : 'yaml',
      text: readFileSync(file, 'utf8'),
      workflow,
    });
  });

  routes.post('/validate', async (c) => {
    const { text } = await readFields(c);
    if (typeof text !== 'string') throw new ApiError(400, '"text" must be a text.');
    return c.json({ problems: (await validateWorkflowText(studio, text)).problems });
  });

  routes.get('/completions', async (c) => c.json(await completions(studio)));

  routes.put('/one', async (c) => {
    const fields = await readFields(c);
    const { workflow, problems } = await validateWorkflowText(studio, textField(fields, 'text'));
    if (workflow === null)
      throw new ApiError(
        400,
        `The workflow is not valid: ${problems[0]?.message ?? ''}`,
        'Correct the places that are marked. Nothing was written.',
      );
    const { file } = fields;
    const { written } = await writeWorkflow(studio.root, workflow, {
      replace: fields['replace'] === true,
      ...(typeof file === 'string' && { file: file.replace(/^\.tool\/workflows\//, '') }),
    });
    return c.json({ name: workflow.name, written });
  });

  routes.post('/scaffold', async (c) => {
    const endpoint = studio.model.endpoint(textField(await readFields(c), 'endpoint'));
    const { workflow, notes } = await scaffold(studio.model.get(), endpoint, undefined);
    return c.json({ text: await formatWorkflow(workflow), notes });
  });

  routes.post('/run', async (c) => {
    const fields = await readFields(c);
    const file = await findWorkflow(studio.root, textField(fields, 'name'), studio.root);
    const { environment } = fields;
    return c.json(
      studio.runs.start({
        name: file.workflow.name,
        file: file.file,
        steps: file.workflow.steps.map(({ name }) => name),
        clearMemory: fields['clearMemory'] === true,
        ...(typeof environment === 'string' && environment !== '' && { environment }),
      }),
      202,
    );
  });

  routes.get('/running', (c) => c.json(studio.runs.get(textQuery(c, 'id'))));

  routes.post('/answer', async (c) => {
    const fields = await readFields(c);
    const { value } = fields;
    if (typeof value !== 'string') throw new ApiError(400, '"value" must be a text.');
    studio.runs.answer(textField(fields, 'id'), textField(fields, 'key'), value);
    return c.body(null, 204);
  });

  routes.post('/cancel', async (c) => {
    studio.runs.cancel(textField(await readFields(c), 'id'));
    return c.body(null, 204);
  });

  return routes;
}
