import type { Faker } from '@faker-js/faker';
import type { Model } from '../../../schemas/index.js';
import { createGenerator, type CookieJar } from '../../simulate/index.js';
import { prepareWorkflow } from '../prepare/prepare-workflow.js';
import { scaffoldWorkflow } from '../scaffold/scaffold-workflow.js';
import { Job, type Credential, type JobContext } from './job.js';
import { RunMemory } from './run-memory.js';

/** A login that did not give a credential. */
class LoginError extends Error {
  override readonly name = 'LoginError';
  constructor(
    message: string,
    readonly help?: string,
  ) {
    super(message);
  }
}

type LoginContext = Omit<JobContext, 'login' | 'memory' | 'onStep'> & { readonly memory: RunMemory };

/**
 * Logs in as the model says where a scheme's credential is obtained from, with an account that is made first where the model shows how.
 * Each scheme is logged in for once.
 */
export function createLogin(
  model: Model,
  faker: () => Faker,
  context: LoginContext,
): (scheme: string, cookies: CookieJar) => Promise<Credential> {
  const known = new Map<string, Promise<Credential>>();
  return (scheme) => {
    const before = known.get(scheme);
    if (before !== undefined) return before;
    const credential = logIn(scheme, model, faker, context);
    known.set(scheme, credential);
    return credential;
  };
}

async function logIn(name: string, model: Model, faker: () => Faker, context: LoginContext): Promise<Credential> {
  const scheme = model.securitySchemes[name]!;
  if (scheme.type === 'http' && scheme.scheme === 'basic') {
    const [user, password] = [await context.humans.answer(`${name}Username`), await context.humans.answer(`${name}Password`)];
    context.secret(password);
    const value = Buffer.from(`${user}:${password}`).toString('base64');
    context.secret(value);
    return { headers: { authorization: `Basic ${value}` }, query: {} };
  }
  const value =
    scheme.obtainedFrom === undefined ? await context.humans.answer(name) : await obtain(name, scheme.obtainedFrom, model, faker, context);
  if (value === undefined) return { headers: {}, query: {} }; // the cookies of the login are what counts
  context.secret(value);
  if (scheme.type !== 'apiKey') {
    const word = scheme.scheme === undefined || /^bearer$/i.test(scheme.scheme) ? 'Bearer' : scheme.scheme;
    return { headers: { authorization: `${word} ${value}` }, query: {} };
  }
  const key = scheme.name ?? 'X-API-Key';
  if (scheme.in === 'query') return { headers: {}, query: { [key]: value } };
  return { headers: scheme.in === 'cookie' ? { cookie: `${key}=${value}` } : { [key.toLowerCase()]: value }, query: {} };
}

async function obtain(
  name: string,
  source: { readonly endpoint: string; readonly field: string },
  model: Model,
  faker: () => Faker,
  context: LoginContext,
): Promise<string | undefined> {
  const endpoint = model.endpoints.find(
    (each) => (each.id === source.endpoint || `${each.method} ${each.path}` === source.endpoint) && each.shadowedBy === undefined,
  );
  if (endpoint === undefined)
    throw new LoginError(
      `the model has no endpoint ${source.endpoint}, which "${name}" is obtained from.`,
      'Run `tool scan`, or correct "obtainedFrom".',
    );
  const { workflow } = scaffoldWorkflow(model, endpoint, {
    name: `log in for ${name}`,
    sample: (field, named) => createGenerator(faker()).value(named, field),
    now: () => new Date(),
  });
  const address = 'login:credential';
  const steps = workflow.steps.filter((step) => step.cleanup !== true);
  const last = steps.at(-1)!;
  const isCookie = model.securitySchemes[name]!.type === 'apiKey' && model.securitySchemes[name]!.in === 'cookie';
  if (!isCookie) last.capture = { ...last.capture, [address]: source.field };
  const { prepared, problems } = await prepareWorkflow(
    { workflow: { ...workflow, steps } },
    { model, find: () => Promise.reject(new LoginError('a login uses no other workflow')) },
  );
  const wrong = problems.find((problem) => problem.severity === 'error');
  if (wrong !== undefined) throw new LoginError(wrong.message, wrong.help);
  const memory = new RunMemory({});
  const job = new Job(prepared, { ...context, memory, login: undefined, onStep: () => undefined });
  const results = await job.run();
  const failed = results.find(({ check }) => check.verdict !== 'passed');
  if (failed !== undefined) {
    const [failure] = failed.check.failures;
    throw new LoginError(
      `${failed.check.endpoint ?? failed.check.name}: ${failure?.message ?? failed.check.reason ?? 'skipped'}`,
      failure?.help ?? 'Capture the credential in a step of your own, and send it with "inject".',
    );
  }
  const value = memory.get('login', 'credential');
  return value === undefined ? undefined : String(value);
}
