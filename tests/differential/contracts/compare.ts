import type { Endpoint, EndpointSet, Shape } from '@tool/ir';
import type { Observation } from './oracle.js';
import type { ContractProgram, GeneratedEndpoint } from './program.js';

/** One way in which the model and real Express differ. The text is the same whenever the cause is. */
export interface ContractDisagreement {
  readonly kind: 'crash' | 'endpoint' | 'status' | 'member' | 'absent' | 'type' | 'vague' | 'required' | 'optional' | 'unread' | 'invented';
  readonly text: string;
}

export function compareContracts(
  program: ContractProgram,
  observations: readonly Observation[],
  set: EndpointSet,
): readonly ContractDisagreement[] {
  const found = new Map<string, ContractDisagreement>();
  const add = (kind: ContractDisagreement['kind'], text: string): void => {
    found.set(`${kind} ${text}`, { kind, text });
  };
  for (const generated of program.endpoints) {
    const seen = observations.filter((observation) => observation.endpoint === generated);
    const label = `${generated.method} ${generated.path}`;
    const endpoint = set.endpoints.find((each) => each.method === generated.method && each.path === generated.path);
    if (!endpoint) {
      add('endpoint', label);
      continue;
    }
    for (const observation of seen) compareAnswer(endpoint, observation, (kind, text) => add(kind, `${label} ${text}`));
    compareRequest(generated, seen, endpoint, set.schemes, (kind, text) => add(kind, `${label} ${text}`));
  }
  return [...found.values()];
}

type Add = (kind: ContractDisagreement['kind'], text: string) => void;

function compareAnswer(endpoint: Endpoint, { status, json }: Observation, add: Add): void {
  const responses = (endpoint.responses ?? []).filter((response) => response.status === status);
  if (responses.length === 0) {
    add('status', String(status));
    return;
  }
  if (json === undefined) return;
  const shapes = responses.flatMap((response) => (response.shape ? alternatives(response.shape) : []));
  if (shapes.length === 0) {
    add('member', `${status} the whole answer`);
    return;
  }
  compareValue(json, shapes, `${status}`, false, add);
}

const alternatives = (shape: Shape): readonly Shape[] => (shape.kind === 'union' ? shape.alternatives!.flatMap(alternatives) : [shape]);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function compareValue(value: unknown, shapes: readonly Shape[], at: string, echoed: boolean, add: Add): void {
  const kind = kindOf(value);
  if (shapes.some((shape) => shape.kind === 'any')) {
    if (!echoed) add('vague', `${at} is ${kind}`);
    return;
  }
  const names: readonly string[] = kind === 'number' ? ['number', 'integer'] : kind === 'null' ? ['null', 'number', 'integer'] : [kind];
  const fitting = shapes.filter((shape) => names.includes(shape.kind));
  if (fitting.length === 0) {
    add('type', `${at} is ${kind}, not ${shapes.map((shape) => shape.kind).join('|')}`);
    return;
  }
  if (Array.isArray(value)) {
    const items = fitting.flatMap((shape) => (shape.items ? alternatives(shape.items) : []));
    for (const element of value)
      if (items.length === 0) add('member', `${at}.0`);
      else compareValue(element, items, `${at}.0`, echoed, add);
  } else if (kind === 'object') {
    for (const [name, member] of Object.entries(value as object)) {
      const known = fitting
        .flatMap((shape) => shape.properties?.filter((property) => property.name === name) ?? [])
        .flatMap((property) => alternatives(property.shape));
      if (known.length === 0) {
        if (!(echoed && fitting.some((shape) => shape.open))) add('member', `${at}.${name}`);
      } else compareValue(member, known, `${at}.${name}`, echoed || name.startsWith('u'), add);
    }
    for (const name of always(fitting)) if (!Object.hasOwn(value as object, name)) add('absent', `${at}.${name}`);
  }
}

/** Members that objects of each of the shapes have, with a value that is known: JSON leaves out what is undefined. */
function always(shapes: readonly Shape[]): string[] {
  const [first, ...rest] = shapes.map(
    ({ properties = [] }) =>
      new Set(
        properties.flatMap(({ name, shape, required }) =>
          required && !alternatives(shape).some(({ kind }) => kind === 'any') ? [name] : [],
        ),
      ),
  );
  return [...(first ?? [])].filter((name) => rest.every((names) => names.has(name)));
}

function compareRequest(
  generated: GeneratedEndpoint,
  seen: readonly Observation[],
  endpoint: Endpoint,
  schemes: EndpointSet['schemes'],
  add: Add,
): void {
  const refused = (observation: Observation): boolean => observation.status >= 400 && observation.status < 500;
  // Not found under a name that was not given: the name is used, not demanded.
  const demanded = (observation: Observation): boolean => refused(observation) && observation.status !== 404 && observation.status !== 410;
  const modelled = new Map<string, boolean>();
  for (const parameter of endpoint.parameters ?? [])
    modelled.set(`${parameter.in}.${parameter.name.toLowerCase()}`, parameter.required === true);
  // What a handler answers 401 without is a credential, and stands with those.
  for (const { scheme, required } of endpoint.security ?? [])
    for (const known of schemes)
      if (known.name === scheme && known.parameter) modelled.set(`${known.in}.${known.parameter.toLowerCase()}`, required);
  for (const shape of endpoint.requestBody ? alternatives(endpoint.requestBody.shape) : [])
    for (const property of shape.properties ?? []) modelled.set(`body.${property.name}`, property.required === true);
  const known = new Set(generated.fields.map((field) => `${field.part}.${field.name}`));
  for (const name of modelled.keys()) if (!known.has(name)) add('invented', name);
  const taken = new Set(seen.flatMap((observation) => observation.reads));
  for (const { part, name } of generated.fields) {
    const key = `${part}.${name}`;
    if (taken.has(key) && !modelled.has(key)) add('unread', key);
    if (part === 'path' || part === 'header') continue;
    const without = seen.filter((observation) => observation.without === name || observation.without === undefined);
    const complete = seen.filter((observation) => observation.without === null);
    // Refused whenever it is missing, whatever else was sent, and never when everything was sent: only its absence can be why.
    if (modelled.has(key) && !modelled.get(key) && without.every(demanded) && !complete.some(refused)) add('required', key);
    if (modelled.get(key) && seen.some((observation) => observation.without === name && observation.status < 400)) add('optional', key);
  }
}
