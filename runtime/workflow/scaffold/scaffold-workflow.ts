import {
  demandsOf,
  elementsOf,
  type Endpoint,
  type Model,
  type SecurityScheme,
  type SecurityUse,
  type Step,
  type Workflow,
} from '../../../schemas/index.js';
import {
  firstWriting,
  leavesOf,
  loginsOf,
  makesAccounts,
  registrationFor,
  takesAccount,
  tokenField,
  valueAtPath,
} from '../../simulate/index.js';
import { isOptionalFilter } from '../../simulate/optional-filter.js';
import { templateFor, type Described } from './template-for.js';

export interface Scaffold {
  readonly workflow: Workflow;
  /** What a person still has to supply, and what was assumed. */
  readonly notes: readonly string[];
}

export interface ScaffoldOptions {
  readonly name?: string;
  /** Makes a value for a pattern, which no template can express. */
  readonly sample: (field: Described, name: string) => unknown;
  readonly now: () => Date;
}

interface Planned {
  readonly endpoint: Endpoint;
  readonly step: Step;
}

/**
 * Derives the chain that leads to an endpoint from what the model says: an account, a login, the resources that the request names, the
 * request itself, and at the end the removal of what was made. What the model does not say is asked of a person (`{{human:…}}`) and noted.
 */
export function scaffoldWorkflow(model: Model, target: Endpoint, options: ScaffoldOptions): Scaffold {
  return new Scaffolder(model, target, options).build();
}

class Scaffolder {
  readonly #planned = new Map<Endpoint, Planned>();
  /** Endpoints that are being planned: a circle of links ends there. */
  readonly #open = new Set<Endpoint>();
  readonly #notes: string[] = [];
  readonly #names = new Set<string>();
  /** Which address holds a field of the answer, or of the body, of a step. */
  readonly #addresses = new Map<string, string>();

  constructor(
    readonly model: Model,
    readonly target: Endpoint,
    readonly options: ScaffoldOptions,
  ) {}

  build(): Scaffold {
    this.#plan(this.target);
    const own = this.#planned.get(this.target)!;
    for (const produced of this.target.produces ?? []) this.#capture(own.step, produced.variable, produced.responseField);
    const cleanup = this.#cleanUp([...this.#planned.values()]);
    const steps = [...[...this.#planned.values()].map(({ step }) => step), ...cleanup].map(ordered);
    return {
      workflow: {
        name: this.options.name ?? nameOf(this.target),
        description: `Leads to ${this.target.method} ${this.target.path} and removes what it made.`,
        generatedAt: this.options.now().toISOString(),
        steps,
      },
      notes: [...new Set(this.#notes)],
    };
  }

  #find(named: string): Endpoint | undefined {
    return this.model.endpoints.find(
      (endpoint) => (endpoint.id === named || `${endpoint.method} ${endpoint.path}` === named) && endpoint.shadowedBy === undefined,
    );
  }

  /** Plans an endpoint after everything it needs. */
  #plan(endpoint: Endpoint): Planned {
    const known = this.#planned.get(endpoint);
    if (known !== undefined) return known;
    this.#open.add(endpoint);
    const step: Step = { name: this.#nameFor(endpoint), method: endpoint.method === 'ALL' ? 'GET' : endpoint.method, path: endpoint.path };
    this.#authorise(endpoint, step);
    const values = this.#consumed(endpoint, step);
    step.path = this.#path(endpoint, values);
    this.#parameters(endpoint, step, values);
    this.#body(endpoint, step, values);
    const status = expectedStatus(endpoint);
    if (status !== undefined) step.expectStatus = status;
    this.#open.delete(endpoint);
    const planned = { endpoint, step };
    this.#planned.set(endpoint, planned);
    return planned;
  }

  /** Plans the producers of what an endpoint consumes. Returns the template for each use (`path:id`, `body:authorId`). */
  #consumed(endpoint: Endpoint, step: Step): Map<string, string> {
    const values = new Map<string, string>();
    for (const { variable, usedAs, producedBy } of endpoint.consumes ?? []) {
      if (isOptionalFilter(endpoint, usedAs) || isOptionalField(endpoint, usedAs)) continue;
      const producer = this.#find(producedBy);
      if (producer === undefined) {
        this.#notes.push(`${endpoint.method} ${endpoint.path} needs ${variable} from ${producedBy}, which the model does not have.`);
        continue;
      }
      if (this.#open.has(producer)) {
        this.#notes.push(`${variable} comes from ${producedBy}, which itself needs ${endpoint.method} ${endpoint.path}.`);
        continue;
      }
      const field = producer.produces?.find((produced) => produced.variable === variable)?.responseField;
      if (field === undefined) {
        this.#notes.push(`The model does not say where ${variable} is in the answer of ${producedBy}.`);
        continue;
      }
      const { step: made } = this.#plan(producer);
      const address = this.#capture(made, variable, field);
      if (usedAs.toLowerCase().startsWith('header:')) this.#header(step, usedAs.slice('header:'.length), address, endpoint);
      else values.set(usedAs, `{{${address}}}`);
    }
    return values;
  }

  #capture(step: Step, variable: string, field: string): string {
    return this.#address(step, 'capture', variable, field);
  }

  /** Each captured field has a name of its own: a bare id, and one that is taken, is called by the resource that it is of. */
  #address(step: Step, from: 'capture' | 'captureInput', variable: string, field: string): string {
    const key = `${step.name}\n${from}\n${field}`;
    let address = this.#addresses.get(key);
    if (address === undefined) {
      const taken = new Set(this.#addresses.values());
      const own = variableName(`${resourceOf(step.path ?? '', field)} ${variable}`);
      const names = from === 'capture' && /^_*(?:id|uuid|guid)$/i.test(variable) ? [own] : [variable, own];
      for (let number = 2; (address = `workflow:${names.shift() ?? `${own}${number++}`}`), taken.has(address););
      this.#addresses.set(key, address);
    }
    step[from] = { ...step[from], [address]: field };
    return address;
  }

  /** A credential is sent once, also where the graph names it as well as the security. */
  #header(step: Step, name: string, address: string, endpoint: Endpoint): void {
    const scheme = (endpoint.security ?? []).map((use) => this.model.securitySchemes[use.scheme]).find((each) => each?.type === 'http');
    const present = Object.keys(step.inject ?? {}).some((key) => key.toLowerCase() === `header:${name.toLowerCase()}`);
    if (!present)
      step.inject = {
        ...step.inject,
        [`header:${name}`]: name.toLowerCase() === 'authorization' ? `${schemeName(scheme)} {{${address}}}` : `{{${address}}}`,
      };
  }

  #authorise(endpoint: Endpoint, step: Step): void {
    // One of each demand: any of its alternatives meets it.
    for (const [use] of demandsOf(endpoint)) this.#meet(use!, endpoint, step);
  }

  #meet(use: SecurityUse, endpoint: Endpoint, step: Step): void {
    const scheme = this.model.securitySchemes[use.scheme];
    if (scheme === undefined) return;
    if (scheme.type === 'http' && scheme.scheme === 'basic') {
      step.auth = use.scheme;
      return;
    }
    const isCookie = scheme.type === 'apiKey' && scheme.in === 'cookie';
    const source = scheme.obtainedFrom ?? this.#likelySource(use.scheme, isCookie);
    const login = source === undefined ? undefined : this.#find(source.endpoint);
    let value: string;
    if (source === undefined || login === undefined || this.#open.has(login)) {
      if (isCookie) {
        this.#notes.push(
          `${endpoint.method} ${endpoint.path} needs a session, and the model does not say where it begins: put the login before it.`,
        );
        return;
      }
      value = `{{human:${variableName(use.scheme)}}}`;
      this.#notes.push(`The model does not say where the credential for ${use.scheme} comes from: it is asked for as ${value}.`);
    } else {
      const { step: made } = this.#plan(login);
      // The cookies of the login are kept and sent; a token of the same name is what the cookie would hold.
      if (isCookie && source.field.split('.').at(-1) !== scheme.name) return;
      const variable =
        login.produces?.find((produced) => produced.responseField === source.field)?.variable ??
        variableName(source.field.split('.').at(-1)!);
      value = `{{${this.#capture(made, variable, source.field)}}}`;
    }
    if (scheme.type === 'apiKey' && scheme.in === 'query') step.query = { ...step.query, [scheme.name ?? 'apiKey']: value };
    else if (isCookie) {
      const others = step.inject?.['header:Cookie'];
      step.inject = { ...step.inject, 'header:Cookie': `${others === undefined ? '' : `${others}; `}${scheme.name}=${value}` };
    } else if (scheme.type === 'apiKey') step.inject = { ...step.inject, [`header:${scheme.name ?? 'X-API-Key'}`]: value };
    else step.inject = { ...step.inject, 'header:Authorization': `${schemeName(scheme)} ${value}` };
  }

  /** Where the model does not name the source of a credential: the login that sets a cookie, or whose answer has a token. */
  #likelySource(name: string, isCookie: boolean): { readonly endpoint: string; readonly field: string } | undefined {
    const [login] = loginsOf(this.model);
    const field = login && tokenField(login);
    const scheme = this.model.securitySchemes[name]!;
    const isKey = scheme.type === 'apiKey' && !isCookie && !/token|auth|jwt/i.test(scheme.name ?? '');
    if (login === undefined || isKey || (field === undefined && !isCookie)) return undefined;
    this.#notes.push(`The model does not say where the credential for ${name} comes from: ${login.method} ${login.path} is taken for it.`);
    return { endpoint: `${login.method} ${login.path}`, field: field ?? '' };
  }

  #path(endpoint: Endpoint, values: ReadonlyMap<string, string>): string {
    return endpoint.path.replace(/:([A-Za-z_]\w*)/g, (_whole, name: string) => {
      const linked = values.get(`path:${name}`);
      if (linked !== undefined) return linked;
      const described = endpoint.parameters?.find((parameter) => parameter.in === 'path' && parameter.name === name);
      if (described?.enum !== undefined || described?.example !== undefined || described?.default !== undefined)
        return String(described.example ?? described.default ?? described.enum![0]);
      this.#notes.push(`The model does not say where "${name}" of ${endpoint.path} comes from: it is asked for as {{human:${name}}}.`);
      return `{{human:${name}}}`;
    });
  }

  #parameters(endpoint: Endpoint, step: Step, values: ReadonlyMap<string, string>): void {
    for (const parameter of endpoint.parameters ?? []) {
      if (parameter.in !== 'query' && parameter.in !== 'header') continue;
      const linked = values.get(`${parameter.in}:${parameter.name}`);
      if (linked === undefined && parameter.required !== true) continue;
      if (parameter.in === 'header' && /^(?:authorization|content-type|cookie)$/i.test(parameter.name)) continue;
      const value = linked ?? templateFor(parameter.name, parameter, this.options.sample);
      if (parameter.in === 'query') step.query = { [parameter.name]: value, ...step.query };
      else step.headers = { ...step.headers, [parameter.name]: typeof value === 'string' ? value : JSON.stringify(value) };
    }
  }

  #body(endpoint: Endpoint, step: Step, values: ReadonlyMap<string, string>): void {
    const elements = elementsOf(endpoint);
    const fields = Object.entries(elements ? { '0': elements } : (endpoint.requestBody?.fields ?? {}));
    const account = this.#account(endpoint);
    if (fields.length === 0) return;
    const anyRequired = fields.some(([, field]) => field.required === true);
    const body: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const linked = values.get(`body:${name}`) ?? account.get(name);
      if (linked === undefined && anyRequired && field.required !== true) continue;
      body[name] = linked ?? templateFor(name, field, this.options.sample);
    }
    for (const [path, template] of account) if (path.includes('.') && valueAtPath(body, path) !== undefined) setPath(body, path, template);
    for (const [usedAs, template] of values)
      if (usedAs.startsWith('body:') && usedAs.includes('.') && Object.hasOwn(body, usedAs.slice('body:'.length, usedAs.indexOf('.'))))
        setPath(body, usedAs.slice('body:'.length), template);
    // The second writing of a password has to be the first one.
    for (const name of Object.keys(body)) {
      const first = firstWriting(Object.keys(body), name);
      if (first !== undefined) body[name] = `{{${this.#rememberInput(step, first)}}}`;
    }
    step.body = elements ? Object.values(body) : body;
    this.#fixRepeated(step);
  }

  /** `captureInput` is known after the request only: a value that is needed twice in one body is written as a literal. */
  #fixRepeated(step: Step): void {
    const body = step.body as Record<string, unknown>;
    for (const [name, value] of Object.entries(body)) {
      const source = Object.entries(step.captureInput ?? {}).find(([address]) => value === `{{${address}}}`)?.[1];
      if (source !== undefined && source !== name) body[name] = body[source] = 'Aa1!-correct-horse-battery';
    }
  }

  /** The account that a login uses: what the registration sent, or what a person says. */
  #account(endpoint: Endpoint): Map<string, string> {
    const values = new Map<string, string>();
    const isLogin =
      takesAccount(this.model, endpoint) ||
      (!makesAccounts(endpoint) &&
        Object.values(this.model.securitySchemes).some(
          (scheme) => scheme.obtainedFrom !== undefined && this.#find(scheme.obtainedFrom.endpoint) === endpoint,
        ));
    const registration = isLogin ? registrationFor(this.model, endpoint) : undefined;
    if (registration !== undefined && !this.#open.has(registration.endpoint)) {
      const { step } = this.#plan(registration.endpoint);
      const made = leavesOf(registration.endpoint);
      for (const [field, source] of registration.fields) {
        // What the account need not have, but the login asks for.
        if (valueAtPath(step.body, source) === undefined)
          setPath(
            step.body as Record<string, unknown>,
            source,
            templateFor(source.split('.').at(-1)!, made.find(({ path }) => path === source)?.field ?? {}, this.options.sample),
          );
        values.set(field, `{{${this.#rememberInput(step, source)}}}`);
      }
      return values;
    }
    if (!isLogin) return values;
    for (const { path, name, field } of leavesOf(endpoint)) if (field.required !== false) values.set(path, `{{human:${name}}}`);
    if (values.size > 0)
      this.#notes.push(
        `The model has no endpoint that makes an account for ${endpoint.method} ${endpoint.path}: its fields are asked for (${[...values.values()].join(', ')}).`,
      );
    return values;
  }

  #rememberInput(step: Step, field: string): string {
    return this.#address(step, 'captureInput', variableName(field.split('.').at(-1)!), field);
  }

  /** Removes what the chain made, the last first. */
  #cleanUp(planned: readonly Planned[]): Step[] {
    const steps: Step[] = [];
    for (const { endpoint, step } of [...planned].reverse()) {
      if (endpoint.method !== 'POST' && endpoint.method !== 'PUT') continue;
      const name = `${endpoint.method} ${endpoint.path}`;
      for (const removal of this.model.endpoints) {
        if (removal.method !== 'DELETE' || removal.shadowedBy !== undefined || this.#planned.has(removal)) continue;
        const link = removal.consumes?.find(
          (consumed) => consumed.usedAs.startsWith('path:') && this.#find(consumed.producedBy) === endpoint,
        );
        const field = endpoint.produces?.find(({ variable }) => variable === link?.variable)?.responseField;
        if (link === undefined || !Object.values(step.capture ?? {}).includes(field!)) continue;
        // The path ends with what is removed; what stands before it only says where it is, and what stands behind it is a part of it.
        if (!removal.path.endsWith(`:${link.usedAs.slice('path:'.length)}`)) continue;
        const before = new Set(this.#planned.keys());
        const made = this.#plan(removal);
        this.#planned.delete(removal);
        // Removing must not make anything new first.
        if ([...this.#planned.keys()].some((each) => !before.has(each))) {
          for (const each of [...this.#planned.keys()]) if (!before.has(each)) this.#planned.delete(each);
          continue;
        }
        steps.push({ ...made.step, name: `clean up: ${made.step.name}`, cleanup: true });
        break;
      }
      // What names the thing in its path changes one that is there already.
      if (!steps.some((each) => each.cleanup) && endpoint === this.target && !(endpoint.method === 'PUT' && /:\w+$/.test(endpoint.path)))
        this.#notes.push(`The model has no endpoint that removes what ${name} makes.`);
    }
    return steps;
  }

  #nameFor(endpoint: Endpoint): string {
    const base = nameOf(endpoint);
    let name = base;
    for (let number = 2; this.#names.has(name); number++) name = `${base} ${number}`;
    this.#names.add(name);
    return name;
  }
}

/** What stands before a credential in `Authorization`. */
const schemeName = (scheme: SecurityScheme | undefined): string =>
  scheme?.scheme === undefined || /^(?:bearer|basic)$/i.test(scheme.scheme) ? 'Bearer' : scheme.scheme;

const nameOf = (endpoint: Endpoint): string =>
  endpoint.name !== undefined && endpoint.name !== '' && endpoint.name !== endpoint.id
    ? endpoint.name
    : `${endpoint.method} ${endpoint.path}`;

/** A member of the body that may be left out: making what it refers to would only ask for more rights and more data. */
function isOptionalField(endpoint: Endpoint, usedAs: string): boolean {
  const fields = endpoint.requestBody?.fields ?? {};
  const field = usedAs.startsWith('body:') ? fields[usedAs.slice('body:'.length).split('.')[0]!] : undefined;
  return field !== undefined && field.required !== true && Object.values(fields).some(({ required }) => required === true);
}

/** The least success status that the model knows. */
function expectedStatus(endpoint: Endpoint): number | undefined {
  const statuses = Object.keys(endpoint.responses ?? {})
    .filter((status) => /^2\d\d$/.test(status))
    .map(Number)
    .sort((a, b) => a - b);
  return statuses.length === 1 ? statuses[0] : endpoint.method === 'POST' && statuses.includes(201) ? 201 : statuses[0];
}

const variableName = (text: string): string =>
  text.replace(/[^A-Za-z0-9_]+(.)?/g, (_whole, next: string | undefined) => (next ?? '').toUpperCase()) || 'value';

/** The singular of what holds a field, or of what the path ends with: `trip` for `trip.id`, and for the `data.id` of `/trips`. */
function resourceOf(path: string, field: string): string {
  const holder = field
    .split('.')
    .slice(0, -1)
    .findLast((name) => !/^(?:\d+|data|results?|items?|payload|response|body|rows?)$/i.test(name));
  const noun = holder ?? path.split('/').findLast((segment) => /^[a-z]/i.test(segment)) ?? '';
  return noun.replace(/ies$/, 'y').replace(/(?:(ss|sh|ch|x)e|([^su]))s$/, '$1$2');
}

function setPath(body: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  let current = body;
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const next = current[key];
    const list = /^\d+$/.test(keys[index + 1]!);
    current = current[key] = (typeof next === 'object' && next !== null && Array.isArray(next) === list ? next : list ? [] : {}) as Record<
      string,
      unknown
    >;
  }
  current[keys.at(-1)!] = value;
}

/** Keys in the order in which a person reads a step. */
function ordered(step: Step): Step {
  const { name, method, path, query, headers, body, captureInput, capture, inject, auth, expectStatus, cleanup } = step;
  return Object.fromEntries(
    Object.entries({ name, method, path, query, headers, body, captureInput, capture, inject, auth, expectStatus, cleanup }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as unknown as Step;
}
