import type { Endpoint, Shape } from '@tool/ir';

/** A request of one endpoint. */
export interface Asked {
  /** `GET /bells/:id`. */
  readonly endpoint: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request whose body is a form. */
export const form = (text: string): Pick<Asked, 'body' | 'headers'> => ({
  body: text,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

export const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** What a real server answered. `body`: the JSON, when it was JSON. */
export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body?: unknown;
}

/** Sends the requests to a server on this machine, one after the other. */
export async function askAll(port: number, requests: readonly Asked[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const { endpoint, path, body, headers } of requests) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: endpoint.split(' ')[0]!,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: bodyText(body) }),
    });
    answers.push(await answered(response));
  }
  return answers;
}

export async function answered(response: Response): Promise<Answered> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  return { status: response.status, type, ...(type.includes('json') && text !== '' && { body: JSON.parse(text) as unknown }) };
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Where a body is not what the shape says; empty when it is. */
function differences(shape: Shape, value: unknown, at: string): string[] {
  if (shape.kind === 'any') return [];
  if (shape.kind === 'union')
    return shape.alternatives!.some((alternative) => differences(alternative, value, at).length === 0)
      ? []
      : [`${at} is none of the alternatives`];
  const kind = kindOf(value);
  if (kind !== (shape.kind === 'integer' ? 'number' : shape.kind)) return [`${at} is ${kind}, the model says ${shape.kind}`];
  if (shape.kind === 'array')
    return (value as unknown[]).flatMap((element, index) => differences(shape.items ?? { kind: 'any' }, element, `${at}[${index}]`));
  if (shape.kind !== 'object') return [];
  const record = value as Record<string, unknown>;
  const properties = new Map((shape.properties ?? []).map((property) => [property.name, property]));
  return [
    ...Object.keys(record)
      .filter((name) => !properties.has(name) && !shape.open)
      .map((name) => `${at}.${name} is not in the model`),
    ...[...properties.values()].flatMap((property) =>
      property.name in record
        ? differences(property.shape, record[property.name], `${at}.${property.name}`)
        : property.required
          ? [`${at}.${property.name} is required in the model and missing`]
          : [],
    ),
  ];
}

/** Everything that the real answers say against the model, and the statuses of the model that no request was answered with. */
export function disagreements(endpoints: readonly Endpoint[], requests: readonly Asked[], answers: readonly Answered[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [index, request] of requests.entries()) {
    const answer = answers[index]!;
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === request.endpoint);
    const response = endpoint?.responses?.find(({ status }) => status === answer.status);
    seen.add(`${request.endpoint} ${answer.status}`);
    const label = `${request.endpoint} (${request.path}) ${answer.status}`;
    if (!response) {
      found.push(
        `${label}: the model has ${endpoint ? (endpoint.responses?.map(({ status }) => status).join(', ') ?? 'no response') : 'no such endpoint'}`,
      );
      continue;
    }
    if (response.contentType !== undefined && !answer.type.includes(response.contentType))
      found.push(`${label}: ${answer.type}, the model says ${response.contentType}`);
    if (answer.body !== undefined) {
      if (response.shape) found.push(...differences(response.shape, answer.body, 'body').map((difference) => `${label}: ${difference}`));
      else found.push(`${label}: the model says nothing of the body`);
    }
  }
  for (const endpoint of endpoints)
    for (const { status } of endpoint.responses ?? [])
      if (!seen.has(`${endpoint.method} ${endpoint.path} ${status}`))
        found.push(`${endpoint.method} ${endpoint.path}: no request was answered with ${status}`);
  return found;
}
