import type { Value } from '@tool/scanner-sdk';
import type { Evaluator, Obj } from '../../evaluator/index.js';

/** Members of an envelope that hold a status. */
const STATED_STATUS = /^(?:code|status|status_?code|err_?(?:code|no)|error_?code|ret_?code)$/i;

/** An address of a page for logging in, as far as it is known: who is sent there is not known. */
const LOGIN_PAGE = /(?:^|[/#.?&=_-])(?:log[-_]?[io]n|sign[-_]?[io]n|sso)(?=$|[/#.?&_-])/i;

/** The 401 or 403 that a body states in a member of its own: `{ code: 401, message: 'who are you' }`. */
export function statedIn(evaluator: Evaluator, body: Value): number | undefined {
  if (body.kind !== 'object') return undefined;
  const { context, node } = evaluator.builtins.nowhere;
  return evaluator
    .keys(body as Obj)
    .filter((key) => STATED_STATUS.test(key))
    .map((key) => Number(evaluator.constantOf(evaluator.get(body, key, context, node))))
    .find((stated) => stated === 401 || stated === 403);
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
  const known =
    status === null
      ? []
      : alternativesOf(status).flatMap((value) =>
          value.kind === 'const' && value.value !== null && isStatus(Number(value.value)) ? [Number(value.value)] : [],
        );
  return known.length > 0 ? [...new Set(known)] : [null];
}

/** Node throws where another number is sent: `parseInt` of a text that holds none. */
const isStatus = (status: number): boolean => Number.isInteger(status) && status >= 100 && status <= 999;

const alternativesOf = (value: Value): readonly Value[] => (value.kind === 'oneOf' ? value.values : [value]);
