import type { Value } from '@tool/scanner-sdk';
import { alternativesOf, type Evaluator, type Obj } from '../../evaluator/index.js';

/** Members of an envelope that hold a status. */
const STATED_STATUS = /^(?:code|status|status_?code|err_?(?:code|no)|error_?code|ret_?code)$/i;

/** An address of a page for logging in, as far as it is known: who is sent there is not known. */
const LOGIN_PAGE = /(?:^|[/#.?&=_-])(?:log[-_]?[io]n|sign[-_]?[io]n|sso)(?=$|[/#.?&_-])/i;

/** Words for those of whom nobody knows who they are, in Chinese as well. */
const UNKNOWN_CALLER =
  /\bun-?auth(?:ori[sz]ed|enticated)\b|\b(?:not (?:authenticated|authori[sz]ed|(?:logged|signed)[- ]?in)|(?:authentication|login|token) (?:(?:is|has|was) )?(?:required|invalid|expired|missing)|(?:no|invalid|missing|expired) token|(?:please|need|must) (?:to )?(?:log|sign)[- ]?in)\b|(?:请|未|没有?|尚未)[先重新]*(?:登[录陆]|授权)|(?:登[录陆]|登入|token|令牌|身份)[^，,。]{0,6}(?:过期|失效|无效|错误)/i;

/** Members of an envelope that hold what went wrong, or whatever there is to say. */
const ERROR = /^err(?:or)?s?$/i;
const INNER = /^(?:err(?:or)?s?|data|meta)$/i;

/**
 * The 401 or 403 that a body states in a member of its own, or of what it holds: `{ code: 401, message: 'who are you' }`, `{ error: { code: 401 } }`; where
 * all went well by the status, also by words or a mark: `{ code: 1106, message: 'not authorized' }`, `{ success: false }`.
 */
export function statedIn(evaluator: Evaluator, body: Value, status: number | null): number | undefined {
  if (body.kind !== 'object') return undefined;
  const { context, node } = evaluator.builtins.nowhere;
  const membersOf = (record: Value): [string, Value][] =>
    record.kind !== 'object'
      ? []
      : ((record as Obj).elements ?? [record]).flatMap((each) =>
          each.kind === 'object'
            ? evaluator.keys(each as Obj).map((key): [string, Value] => [key, evaluator.get(each, key, context, node)])
            : [],
        );
  const known = (members: readonly [string, Value][]): [string, unknown][] =>
    members.map(([key, value]) => [key, evaluator.constantOf(value)]);
  const own = membersOf(body);
  const inside = (name: RegExp): [string, Value][] => own.flatMap(([key, value]) => (name.test(key) ? membersOf(value) : []));
  const stated = known([...own, ...inside(INNER)]).flatMap(([key, value]) => (STATED_STATUS.test(key) ? Number(value) : []));
  const found = stated.find((code) => code === 401 || code === 403);
  if (found !== undefined || status === null || status >= 300) return found;
  if (known([...own, ...inside(ERROR)]).some(([, value]) => typeof value === 'string' && UNKNOWN_CALLER.test(value))) return 401;
  return known(own).some(([key, value]) => value === false && /^(?:success|ok)$/i.test(key)) ? 403 : undefined;
}

export const isLoginPage = (address: Value): boolean =>
  alternativesOf(address).every((each) =>
    each.kind === 'template'
      ? typeof each.parts[0] === 'string' && LOGIN_PAGE.test(each.parts[0])
      : each.kind === 'const' && typeof each.value === 'string' && LOGIN_PAGE.test(each.value),
  );

/** The statuses that a value may be, null where it is none that is known. */
export function statusesIn(status: number | Value | null): readonly (number | null)[] {
  if (typeof status === 'number') return [isStatus(status) ? status : null];
  const alternatives = status === null ? [] : alternativesOf(status);
  const known = alternatives.flatMap((value) => {
    // `locals.status || 200`: what stands in is the status that the source states.
    const stated = value.kind === 'const' ? value.value : value.kind === 'unknown' ? value.instead : null;
    return stated != null && isStatus(Number(stated)) ? [Number(stated)] : [];
  });
  // With a number that is none nothing is sent.
  const isNone = alternatives.length > 0 && alternatives.every((value) => value.kind === 'const' && typeof value.value === 'number');
  return known.length > 0 ? [...new Set(known)] : isNone ? [] : [null];
}

/** Node throws where another number is sent: `parseInt` of a text that holds none. */
const isStatus = (status: number): boolean => Number.isInteger(status) && status >= 100 && status <= 999;
