import { bodyFieldsOf, type Endpoint, type Parameter, type Response } from '../../../schemas/index.js';
import { sameJson } from '../../store/index.js';
import { text, type Part } from './change.js';
import { diffAccess } from './diff-access.js';
import { addedValue, diffFields, diffValue, removedValue, required } from './diff-values.js';

/** What callers notice between two versions of one endpoint. What only people who read the code notice (names, places) is no change. */
export function diffEndpoint(before: Endpoint, after: Endpoint): Part[] {
  return [
    ...diffParameters(before.parameters ?? [], after.parameters ?? []),
    ...diffBody(before, after),
    ...diffResponses(before.responses ?? {}, after.responses ?? {}),
    ...diffAccess(before, after),
    ...diffPagination(before, after),
    ...diffStanding(before, after),
    ...diffTexts(before, after),
  ];
}

function diffParameters(before: readonly Parameter[], after: readonly Parameter[]): Part[] {
  const nameOf = ({ name, in: place }: Parameter): string => `${place} parameter ${name}`;
  const [left, right] = [new Map(before.map((one) => [nameOf(one), one])), new Map(after.map((one) => [nameOf(one), one]))];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name): Part[] => {
    const [from, to] = [left.get(name), right.get(name)];
    if (from && to) return diffValue(from, to, name);
    // The path says which of them there are: it is the path that changed.
    if ((from ?? to)!.in === 'path') return [];
    return [from ? removedValue(name) : addedValue(name, required(to!))];
  });
}

function diffBody(before: Endpoint, after: Endpoint): Part[] {
  const parts = diffFields(bodyFieldsOf(before), bodyFieldsOf(after), (name) => `body field ${name}`);
  const [from, to] = [before.requestBody?.contentType, after.requestBody?.contentType];
  if (from !== to && from !== undefined && to !== undefined) {
    parts.push({
      level: 'breaking',
      code: 'body-type-changed',
      subject: 'body',
      message: `body: ${from} became ${to}`,
      before: from,
      after: to,
    });
  }
  return parts;
}

type Responses = NonNullable<Endpoint['responses']>;

const isSuccess = (status: string): boolean => /^[123]/.test(status) || status === 'default';

function diffResponses(before: Responses, after: Responses): Part[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((status): Part[] => {
    const subject = `response ${status}`;
    const [from, to] = [before[status], after[status]];
    if (from === undefined) {
      // Where nothing was known before, knowing more is no change of the API.
      const level = Object.keys(before).length === 0 ? 'safe' : 'risky';
      return [{ level, code: 'response-added', subject, message: `${subject}: new` }];
    }
    if (to === undefined)
      return [
        {
          level: isSuccess(status) ? 'breaking' : 'risky',
          code: 'response-removed',
          subject,
          message: `${subject}: is not answered any more`,
        },
      ];
    return [...diffSchema(from.schema, to.schema, subject), ...diffOptional(from, to, subject)];
  });
}

function diffSchema(
  before: Readonly<Record<string, string>> | undefined,
  after: Readonly<Record<string, string>> | undefined,
  subject: string,
): Part[] {
  if (before === undefined || after === undefined) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field): Part[] => {
    const [from, to] = [Object.hasOwn(before, field) ? before[field] : undefined, Object.hasOwn(after, field) ? after[field] : undefined];
    const place = `${subject} field ${field}`;
    if (from === to) return [];
    if (from === undefined) return [{ level: 'safe', code: 'response-field-added', subject: place, message: `${place}: new`, after: to }];
    if (to === undefined)
      return [{ level: 'breaking', code: 'response-field-removed', subject: place, message: `${place}: is gone`, before: from }];
    const narrower = from === 'number' && to === 'integer';
    return [
      {
        level: narrower ? 'safe' : 'breaking',
        code: 'response-field-type-changed',
        subject: place,
        message: `${place}: type ${from} became ${to}`,
        before: from,
        after: to,
      },
    ];
  });
}

/**
 * Of the fields that both versions have: those that need not be there any more, and those that always are now. A model of a scan that did
 * not tell them apart has none that need not: so it is no more than a risk.
 */
function diffOptional(before: Response, after: Response, subject: string): Part[] {
  const [left, right] = [new Set(before.optional), new Set(after.optional)];
  return Object.keys(after.schema ?? {}).flatMap((field): Part[] => {
    if (left.has(field) === right.has(field) || !Object.hasOwn(before.schema ?? {}, field)) return [];
    const place = `${subject} field ${field}`;
    return right.has(field)
      ? [{ level: 'risky', code: 'response-field-optional', subject: place, message: `${place}: need not be there any more` }]
      : [{ level: 'safe', code: 'response-field-always', subject: place, message: `${place}: is always there now` }];
  });
}

function diffPagination({ pagination: before }: Endpoint, { pagination: after }: Endpoint): Part[] {
  if (sameJson(before, after)) return [];
  const subject = 'pagination';
  if (before === undefined)
    return [
      { level: 'risky', code: 'pagination-added', subject, message: `pagination: answers come in pages now (${after!.type})`, after },
    ];
  if (after === undefined)
    return [{ level: 'risky', code: 'pagination-removed', subject, message: 'pagination: answers do not come in pages any more', before }];
  return [
    { level: 'breaking', code: 'pagination-changed', subject, message: `pagination: ${text(before)} became ${text(after)}`, before, after },
  ];
}

/** Whether the endpoint answers at all. */
function diffStanding(before: Endpoint, after: Endpoint): Part[] {
  const parts: Part[] = [];
  if (!before.deprecated && after.deprecated) parts.push({ level: 'risky', code: 'deprecated', message: 'is deprecated' });
  if (before.deprecated && !after.deprecated)
    parts.push({ level: 'safe', code: 'no-longer-deprecated', message: 'is not deprecated any more' });
  if (!before.conditional && after.conditional)
    parts.push({ level: 'risky', code: 'now-conditional', message: 'exists under a certain configuration only' });
  if (before.conditional && !after.conditional)
    parts.push({ level: 'safe', code: 'no-longer-conditional', message: 'exists under every configuration' });
  if (!before.shadowedBy && after.shadowedBy)
    parts.push({
      level: 'breaking',
      code: 'now-shadowed',
      message: `never answers: ${after.shadowedBy} takes its requests`,
      after: after.shadowedBy,
    });
  if (before.shadowedBy && !after.shadowedBy)
    parts.push({
      level: 'risky',
      code: 'no-longer-shadowed',
      message: `answers requests that ${before.shadowedBy} took`,
      before: before.shadowedBy,
    });
  if (before.timeout !== after.timeout && after.timeout !== undefined && (before.timeout === undefined || after.timeout < before.timeout)) {
    parts.push({
      level: 'risky',
      code: 'timeout-shortened',
      message: `gives up after ${after.timeout} ms`,
      ...(before.timeout !== undefined && { before: before.timeout }),
      after: after.timeout,
    });
  }
  return parts;
}

function diffTexts(before: Endpoint, after: Endpoint): Part[] {
  const fields = (['summary', 'description', 'tags'] as const).filter((field) => !sameJson(before[field], after[field]));
  return fields.length === 0
    ? []
    : [{ level: 'safe', code: 'documentation-changed', subject: 'documentation', message: `documentation: ${fields.join(', ')}` }];
}
