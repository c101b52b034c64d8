import { randomInt } from 'node:crypto';
import { elementsOf, type Endpoint, type Workflow } from '../../schemas/index.js';
import {
  checkWrites,
  chooseEnvironment,
  createGenerators,
  createHttpClient,
  UnsatisfiableError,
  type HttpOutcome,
} from '../simulate/index.js';
import { createMasker, memoryEntries, memoryValue, readMemory } from '../store/index.js';
import { scaffold } from '../workflow/host.js';
import { prepareWorkflow } from '../workflow/prepare/prepare-workflow.js';
import { runWorkflows } from '../workflow/run/run-workflows.js';
import { loadFaker } from '../simulate/data/load-faker.js';
import { humanVariable } from '../workflow/template/resolve.js';
import { TemplateError } from '../workflow/template/template-error.js';
import { ApiError } from './api-error.js';
import { isFields, optionalText, textField, type Fields } from './read-body.js';
import type { Studio } from './studio.js';

/** A call as the page shows it before it is sent: everything in it can be edited. */
export interface PreparedCall {
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: none. */
  readonly body: string | null;
  /** Schemes of the endpoint; the credential is obtained when the call is sent. */
  readonly schemes: readonly string[];
  /** Values that nothing remembers, so they were made up. */
  readonly invented: readonly string[];
  /** Endpoints whose answers hold a value of the path, by its name: they can be called first. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Parameters in a path, `:name` and `*name`. */
const PARAMETER = /:([A-Za-z_]\w*)|\*(\w*)/g;

/** A call that has what the model demands: ids that are remembered, and generated data for the rest. */
export async function prepareCall(studio: Studio, fields: Fields): Promise<PreparedCall> {
  const endpoint = studio.model.endpoint(textField(fields, 'id'));
  const generator = (await createGenerators(randomInt(2 ** 31 - 1)))(endpoint.id);
  const memory = readMemory(studio.root);
  const invented: string[] = [];
  const sources: Record<string, string> = {};
  const value = (name: string, descriptor: object): unknown => {
    try {
      return generator.value(name, descriptor);
    } catch (error) {
      if (error instanceof UnsatisfiableError) return '';
      throw error;
    }
  };
  const text = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given));
  const parameters = endpoint.parameters ?? [];
  const path: Record<string, string> = {};
  for (const match of endpoint.path.matchAll(PARAMETER)) {
    const name = match[1] ?? (match[2] || '*');
    const use = useOf(endpoint, name);
    const variable = use?.variable ?? name;
    if (use !== undefined && studio.model.get().endpoints.some(({ id }) => id === use.producedBy)) sources[name] = use.producedBy;
    const remembered = memoryValue(memory, { scope: 'workflow', key: variable }) ?? memoryValue(memory, { scope: 'global', key: variable });
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    if (remembered === undefined && parameter?.example === undefined) invented.push(name);
    path[name] = remembered ?? text(parameter?.example ?? value(name, parameter ?? {}));
  }
  const wanted = (place: 'query' | 'header') =>
    parameters
      .filter(
        (parameter) => parameter.in === place && (parameter.required === true || (place === 'query' && parameter.default !== undefined)),
      )
      .map((parameter) => [parameter.name, text(parameter.default ?? parameter.example ?? value(parameter.name, parameter))] as const);
  const described = endpoint.requestBody?.fields;
  const elements = elementsOf(endpoint);
  const body =
    described === undefined
      ? null
      : JSON.stringify(
          elements
            ? [elements.example ?? value('item', elements)]
            : Object.fromEntries(Object.entries(described).map(([name, field]) => [name, field.example ?? value(name, field)])),
          null,
          2,
        );
  return {
    method: methodOf(endpoint),
    path,
    query: Object.fromEntries(wanted('query')),
    headers: Object.fromEntries(wanted('header').filter(([name]) => !/^(?:authorization|cookie)$/i.test(name))),
    body,
    schemes: (endpoint.security ?? []).map(({ scheme }) => scheme),
    invented,
    sources,
  };
}

const useOf = (endpoint: Endpoint, name: string) => endpoint.consumes?.find((use) => use.usedAs === `path:${name}`);

export interface SentCall {
  readonly runId: string;
  readonly verdict: string;
  /** Why there is no answer, or what could not be done. */
  readonly failures: readonly { readonly message: string; readonly help?: string }[];
  readonly request?: { readonly method: string; readonly url: string; readonly headers: object };
  /** Masked, unless the page asked for everything. The body is whole, as text. */
  readonly response?: {
    readonly status: number;
    readonly headers: object;
    readonly body: string;
    readonly sizeBytes: number;
    readonly latencyMs: number;
    readonly isJson: boolean;
  };
}

/**
 * Sends a call to an environment of the model, and to nothing else: the request names the environment, never an address. It is a
 * workflow of one step, so that logging in, masking and the record of the run are those of every other run. With `obtain`, the steps
 * that a scaffolded workflow has before it come first, and it goes on with their credential: what they made belongs to that account.
 */
export async function sendCall(studio: Studio, fields: Fields): Promise<SentCall> {
  const endpoint = studio.model.endpoint(textField(fields, 'id'));
  const model = studio.model.get();
  const memory = readMemory(studio.root);
  const environment = chooseEnvironment(model.environments, optionalText(fields, 'environment'), {});
  const method = methodOf(endpoint);
  const chain =
    fields['obtain'] === true
      ? (await scaffold(model, endpoint, undefined)).workflow.steps.filter(({ cleanup }) => cleanup !== true)
      : undefined;
  const own = chain?.pop();
  const before = chain ?? [];
  checkWrites(environment, [method, ...before.map((step) => step.method!)], false);
  const values = (name: string): Readonly<Record<string, string>> => {
    const given = fields[name] ?? {};
    if (!isFields(given) || Object.values(given).some((value) => typeof value !== 'string'))
      throw new ApiError(400, `"${name}" must be an object of texts.`);
    return given as Readonly<Record<string, string>>;
  };
  const path = values('path');
  const headers = values('headers');
  const workflow: Workflow = {
    name: `Try ${endpoint.method} ${endpoint.path}`,
    steps: [
      ...before,
      {
        name: `${endpoint.method} ${endpoint.path}`,
        method,
        path: endpoint.path.replace(PARAMETER, (_whole, named: string | undefined, wild: string | undefined) => {
          const name = named ?? (wild || '*');
          const address = `workflow:${useOf(endpoint, name)?.variable}`;
          return before.some(({ capture }) => capture?.[address] !== undefined) ? `{{${address}}}` : encodeURIComponent(path[name] ?? '');
        }),
        query: { ...values('query') },
        headers: { ...headers },
        ...bodyOf(fields),
        ...(fields['signIn'] === true &&
          (own === undefined ? { auth: true } : { ...(own.auth && { auth: own.auth }), ...(own.inject && { inject: own.inject }) })),
      },
    ],
  };
  const { prepared, problems } = await prepareWorkflow(
    { workflow },
    { model, find: () => Promise.reject(new Error('a call uses no workflow')) },
  );
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) throw new ApiError(400, wrong.message, wrong.help);

  const client = createHttpClient({ timeoutMs: 30_000, maxBodyBytes: 20 * 2 ** 20, environment: process.env });
  let last: HttpOutcome | undefined;
  try {
    const signal = AbortSignal.timeout(60_000);
    const run = await runWorkflows({
      root: studio.root,
      workflows: [prepared],
      environment,
      model,
      seed: randomInt(1, 2 ** 31 - 1),
      createFaker: await loadFaker(),
      client: { send: async (request) => (last = await client.send(request)) },
      // A login may ask for an account; a call does not wait for a person, so it is looked up.
      ask: async (key) => {
        const known = memoryValue(memory, { scope: 'global', key }) ?? memoryValue(memory, { scope: 'workflow', key });
        if (known === undefined)
          throw new TemplateError(
            `{{human:${key}}}`,
            'asks for a value that nothing remembers.',
            `Set global:${key} on the Memory page, or ${humanVariable(key)} in the environment of \`tool dev\`.`,
          );
        return known;
      },
      processEnvironment: process.env,
      signal,
      cleanupSignal: signal,
      toolVersion: studio.toolVersion,
      record: { endpoint: endpoint.id },
    });
    const checks = run.groups[0]?.checks ?? [];
    const sent = checks[before.length]?.exchanges.length ?? 0;
    const masker = createMasker(
      fields['unmasked'] === true
        ? []
        : memoryEntries(memory)
            .filter(({ value }) => value.length > 8)
            .map(({ value }) => value),
    );
    return {
      runId: run.runId,
      verdict: run.verdict,
      failures: checks.flatMap(({ name, failures }, index) =>
        failures.map(({ message, help }) => ({
          message: index < before.length ? `${name}: ${message}` : message,
          ...(help !== undefined && { help }),
        })),
      ),
      ...shown(last, sent, fields['unmasked'] === true, masker),
    };
  } finally {
    await client.close();
  }
}

function shown(
  outcome: HttpOutcome | undefined,
  sent: number,
  unmasked: boolean,
  masker: ReturnType<typeof createMasker>,
): Pick<SentCall, 'request' | 'response'> {
  // Without an exchange of the step itself, the last outcome was one of the login.
  if (outcome === undefined || sent === 0) return {};
  const request = { method: outcome.sent.method, url: masker.url(outcome.sent.url), headers: masker.headers(outcome.sent.headers) };
  if (!outcome.ok) return { request };
  const { response, timing } = outcome;
  const text =
    response.isJson && response.json.ok
      ? JSON.stringify(unmasked ? response.json.value : masker.json(response.json.value), null, 2)
      : /^(?:text\/|application\/(?:xml|javascript|x-www-form-urlencoded))|\+xml/.test(response.contentType) || response.contentType === ''
        ? unmasked
          ? response.text
          : masker.body(response.text, response.contentType)
        : '';
  return {
    request,
    response: {
      status: response.status,
      headers: unmasked ? response.headers : masker.headers(response.headers),
      body: text,
      sizeBytes: response.bytes.length,
      latencyMs: Math.round(timing.totalMs * 10) / 10,
      isJson: response.isJson,
    },
  };
}

/** JSON where it is JSON, else the text as it is. */
function bodyOf(fields: Fields): { body?: unknown } {
  const { body } = fields;
  if (body === undefined || body === null || body === '') return {};
  if (typeof body !== 'string') throw new ApiError(400, '"body" must be a text.');
  try {
    return { body: JSON.parse(body) as unknown };
  } catch {
    throw new ApiError(400, 'The body is not JSON.', 'Correct it, or leave it empty.');
  }
}

/** An endpoint for every method is called with the one its data fits. */
const methodOf = (endpoint: Endpoint): string =>
  endpoint.method !== 'ALL' ? endpoint.method : endpoint.requestBody === undefined ? 'GET' : 'POST';
