import { demandsOf, type Endpoint, type SecurityUse } from '../../../schemas/index.js';
import { sameJson } from '../../store/index.js';
import { text, type Part } from './change.js';

/** Who is let in, and how often: credentials, guards, limits, ownership. */
export function diffAccess(before: Endpoint, after: Endpoint): Part[] {
  const security = diffSecurity(before, after);
  return [...security, ...diffChain(before, after, security.length > 0), ...diffRate(before, after), ...diffOwnership(before, after)];
}

const demands = ({ security = [] }: Endpoint): boolean => security.some(({ required }) => required !== false);
const schemesOf = ({ security = [] }: Endpoint): string[] => security.map(({ scheme }) => scheme);

const anyOf = (demand: readonly SecurityUse[]): string => demand.map(({ scheme }) => scheme).join(' or ');
/** Whether a demand is met by whoever meets one of the others. */
const isAmong = (demand: readonly SecurityUse[], others: readonly (readonly SecurityUse[])[]): boolean =>
  others.some((other) => other.every(({ scheme }) => demand.some((use) => use.scheme === scheme)));

function diffSecurity(before: Endpoint, after: Endpoint): Part[] {
  if (sameJson(before.security ?? [], after.security ?? [])) return [];
  const subject = 'security';
  const [was, is] = [demands(before), demands(after)];
  const names = demandsOf(after).map(anyOf).join(' and ');
  if (!was && is)
    return [
      {
        level: 'breaking',
        code: 'credential-now-required',
        subject,
        message: `security: a credential is required now (${names})`,
        after: after.security,
      },
    ];
  if (was && !is)
    return [
      {
        level: 'risky',
        code: 'credential-no-longer-required',
        subject,
        message: 'security: no credential is required any more',
        before: before.security,
      },
    ];
  const parts: Part[] = [];
  for (const scheme of schemesOf(before).filter((name) => !schemesOf(after).includes(name)))
    parts.push({
      level: was ? 'breaking' : 'risky',
      code: 'scheme-removed',
      subject,
      message: `security: ${scheme} is not accepted any more`,
      before: scheme,
    });
  const isMore = new Set(
    demandsOf(after)
      .slice(1)
      .flat()
      .map(({ scheme }) => scheme),
  );
  for (const scheme of schemesOf(after).filter((name) => !schemesOf(before).includes(name) && !(was && isMore.has(name))))
    parts.push({ level: 'safe', code: 'scheme-added', subject, message: `security: ${scheme} is accepted`, after: scheme });
  const [demanded, demanding] = [demandsOf(before), demandsOf(after)];
  if (was)
    for (const demand of demanding.slice(1).filter((each) => !isAmong(each, demanded)))
      parts.push({
        level: 'breaking',
        code: 'credential-now-required',
        subject,
        message: `security: ${anyOf(demand)} is required as well`,
        after: demand,
      });
  if (is)
    for (const demand of demanded.slice(1).filter((each) => !isAmong(each, demanding)))
      parts.push({
        level: 'risky',
        code: 'credential-no-longer-required',
        subject,
        message: `security: ${anyOf(demand)} is not required as well any more`,
        before: demand,
      });
  for (const use of after.security ?? []) {
    const old = before.security?.find(({ scheme }) => scheme === use.scheme);
    if (old === undefined) continue;
    const more = (use.scopes ?? []).filter((scope) => !old.scopes?.includes(scope));
    const less = (old.scopes ?? []).filter((scope) => !use.scopes?.includes(scope));
    if (more.length > 0)
      parts.push({
        level: 'breaking',
        code: 'scope-added',
        subject,
        message: `security: ${use.scheme} needs the right ${more.join(', ')}`,
        after: use.scopes,
      });
    if (less.length > 0)
      parts.push({
        level: 'risky',
        code: 'scope-removed',
        subject,
        message: `security: ${use.scheme} does not need the right ${less.join(', ')} any more`,
        before: old.scopes,
      });
  }
  return parts;
}

/** Middleware that can refuse a request. The others show in what they do. */
const REFUSING: ReadonlySet<string> = new Set(['auth', 'csrf', 'validation', 'cors', 'upload']);

function diffChain(before: Endpoint, after: Endpoint, securityIsSaid: boolean): Part[] {
  const describe = ({ name, config, scopes }: Endpoint['middleware'][number]): string =>
    `${name}${config || scopes ? `(${text({ ...config, ...(scopes && { scopes }) })})` : ''}`;
  const refusing = (endpoint: Endpoint): Map<string, string> =>
    new Map(endpoint.middleware.filter(({ type }) => REFUSING.has(type)).map((one) => [describe(one), one.type]));
  const [left, right] = [refusing(before), refusing(after)];
  const parts: Part[] = [];
  for (const [name, type] of left)
    if (!right.has(name))
      parts.push({
        level: 'risky',
        code: 'guard-removed',
        subject: 'middleware',
        message: `middleware: ${name} (${type}) does not run any more`,
        before: name,
      });
  for (const [name, type] of right) {
    if (left.has(name)) continue;
    const breaking = (type === 'auth' && !securityIsSaid) || type === 'csrf';
    parts.push({
      level: breaking ? 'breaking' : 'risky',
      code: 'guard-added',
      subject: 'middleware',
      message: `middleware: ${name} (${type}) runs now and can refuse a request`,
      after: name,
    });
  }
  return parts;
}

function diffRate({ rateLimit: before }: Endpoint, { rateLimit: after }: Endpoint): Part[] {
  if (sameJson(before, after)) return [];
  const rate = (limit: Endpoint['rateLimit']): number =>
    limit?.max === undefined || !limit.windowMs ? Number.POSITIVE_INFINITY : limit.max / limit.windowMs;
  const tighter =
    rate(after) < rate(before) || (after !== undefined && (before === undefined || (before.conditional === true && !after.conditional)));
  return [
    {
      level: tighter ? 'risky' : 'safe',
      code: tighter ? 'rate-limit-tightened' : 'rate-limit-relaxed',
      subject: 'rate limit',
      message: `rate limit: ${text(before ?? 'none')} became ${text(after ?? 'none')}`,
      ...(before && { before }),
      ...(after && { after }),
    },
  ];
}

function diffOwnership({ ownership: before }: Endpoint, { ownership: after }: Endpoint): Part[] {
  if (sameJson(before, after)) return [];
  const message =
    before === undefined
      ? `ownership: only for the owner now (${after!.ownerField})`
      : after === undefined
        ? 'ownership: not only for the owner any more'
        : `ownership: ${text(before)} became ${text(after)}`;
  return [{ level: 'risky', code: 'ownership-changed', subject: 'ownership', message, ...(before && { before }), ...(after && { after }) }];
}
