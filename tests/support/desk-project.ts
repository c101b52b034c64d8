import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Model, Run, Workflow } from '../../schemas/index.js';
import { readWorkflow } from '../../runtime/store/index.js';
import { simulateWorkflows, type SimulateWorkflowsOptions } from '../../runtime/workflow/simulate-workflows.js';

/** The model of the desk server, as a scan would write it. */
export const deskModel = (baseUrl: string): Model => ({
  version: '0.3',
  generatedAt: '2026-01-31T12:00:00Z',
  project: { name: 'desk', language: 'typescript', framework: 'express' },
  environments: [{ name: 'local', baseUrl }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /tokens', field: 'data.token' } } },
  endpoints: [
    {
      id: 'POST /accounts',
      method: 'POST',
      path: '/accounts',
      name: 'Register',
      middleware: [],
      requestBody: {
        contentType: 'application/json',
        fields: { email: { type: 'string', format: 'email', required: true }, password: { type: 'string', minLength: 8, required: true } },
      },
      responses: { 201: { schema: { 'data.id': 'string', 'data.email': 'string' } } },
      produces: [{ variable: 'accountId', responseField: 'data.id' }],
    },
    {
      id: 'POST /tokens',
      method: 'POST',
      path: '/tokens',
      name: 'Log in',
      middleware: [],
      requestBody: {
        contentType: 'application/json',
        fields: { email: { type: 'string', format: 'email', required: true }, password: { type: 'string', required: true } },
      },
      responses: { 201: { schema: { 'data.token': 'string' } } },
      produces: [{ variable: 'accessToken', responseField: 'data.token' }],
    },
    {
      id: 'POST /desks',
      method: 'POST',
      path: '/desks',
      name: 'Create desk',
      middleware: [],
      security: [{ scheme: 'bearer' }],
      requestBody: {
        contentType: 'application/json',
        fields: {
          label: { type: 'string', minLength: 1, maxLength: 40, required: true },
          size: { type: 'integer', required: true },
          note: { type: 'string' },
        },
      },
      responses: { 201: { schema: { 'data.id': 'string', 'data.label': 'string', 'data.size': 'number' } } },
      produces: [{ variable: 'deskId', responseField: 'data.id' }],
      consumes: [{ variable: 'accessToken', usedAs: 'header:Authorization', producedBy: 'POST /tokens' }],
    },
    {
      id: 'GET /desks',
      method: 'GET',
      path: '/desks',
      name: 'List desks',
      middleware: [],
      security: [{ scheme: 'bearer' }],
      responses: { 200: { schema: { data: 'array', 'data.0.id': 'string' } } },
    },
    {
      id: 'GET /desks/:deskId',
      method: 'GET',
      path: '/desks/:deskId',
      name: 'Read desk',
      middleware: [],
      security: [{ scheme: 'bearer' }],
      parameters: [{ name: 'deskId', in: 'path', type: 'string', required: true }],
      responses: { 200: { schema: { 'data.id': 'string' } } },
      consumes: [{ variable: 'deskId', usedAs: 'path:deskId', producedBy: 'POST /desks' }],
    },
    {
      id: 'DELETE /desks/:deskId',
      method: 'DELETE',
      path: '/desks/:deskId',
      name: 'Delete desk',
      middleware: [],
      security: [{ scheme: 'bearer' }],
      parameters: [{ name: 'deskId', in: 'path', type: 'string', required: true }],
      responses: { 204: {} },
      consumes: [{ variable: 'deskId', usedAs: 'path:deskId', producedBy: 'POST /desks' }],
    },
  ],
});

export interface DeskProject {
  readonly root: string;
  write(file: string, value: unknown): string;
  /** Writes the workflow and runs it. */
  run(steps: Workflow['steps'], options?: Partial<SimulateWorkflowsOptions>): Promise<Run>;
  runFiles(workflows: readonly string[], options?: Partial<SimulateWorkflowsOptions>): Promise<Run>;
  read(file: string): ReturnType<typeof readWorkflow>;
  remove(): void;
}

/** A project folder with the model of the desk server. */
export function deskProject(baseUrl: string, model: Model | null = deskModel(baseUrl)): DeskProject {
  const root = mkdtempSync(join(tmpdir(), 'tool-desk-'));
  const write = (file: string, value: unknown): string => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
    return path;
  };
  if (model !== null) write('.tool/model.json', model);
  else write('tool.config.json', { name: 'desk', environments: [{ name: 'local', baseUrl }] });
  const runFiles: DeskProject['runFiles'] = (workflows, options = {}) =>
    simulateWorkflows({
      root,
      workflows,
      workingDirectory: root,
      processEnvironment: {},
      signal: new AbortController().signal,
      cleanupSignal: new AbortController().signal,
      ...options,
    });
  let count = 0;
  return {
    root,
    write,
    runFiles,
    run: (steps, options) => {
      const name = `flow-${++count}`;
      write(`.tool/workflows/${name}.json`, { name, steps });
      return runFiles([name], options);
    },
    read: (file) => readWorkflow(root, join(root, file)),
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Steps that many tests begin with: an account and its token. */
export const loginSteps: Workflow['steps'] = [
  {
    name: 'register',
    method: 'POST',
    path: '/accounts',
    body: { email: '{{faker.internet.email}}', password: '{{faker.internet.password}}' },
    captureInput: { 'workflow:email': 'email', 'workflow:password': 'password' },
    expectStatus: 201,
  },
  {
    name: 'log in',
    method: 'POST',
    path: '/tokens',
    body: { email: '{{workflow:email}}', password: '{{workflow:password}}' },
    capture: { 'workflow:accessToken': 'data.token' },
    expectStatus: 201,
  },
];

export const withToken = { 'header:Authorization': 'Bearer {{workflow:accessToken}}' };
