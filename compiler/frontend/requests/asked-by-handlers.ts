import type { Answer, Behaviour, Read } from '@tool/ir';
import type { ErrorKinds } from './error-kinds.js';
import type { Until } from './recorder.js';
import { isAuthorization, isKept, isOf, isPutIntoSession, isSame, maySayWho, namesLogin, type Sender } from './who-sends.js';

/** Credentials that a function is tried with one by one. */
export const MAX_ALTERNATIVES = 6;

export const refuses = ({ status, says }: Pick<Answer, 'status' | 'says'>): boolean => status !== null && (says ?? status) >= 400;
export const isRefusing = ({ answers, failures }: Behaviour): boolean => answers.length + failures.length > 0;
export const isRedirect = ({ status }: Pick<Answer, 'status'>): boolean => status !== null && status >= 301 && status <= 308;
/** Where it is only asked whether nobody is handed on, or served: who is decides it. */
export const IS_PASSED: Until = (answer) => answer === null;
export const IS_SERVED: Until = (answer) => answer === null || !(refuses(answer) || isRedirect(answer));
export const isUnauthorized = ({ status, says }: Pick<Answer, 'status' | 'says'>): boolean => [401, 403].includes(says ?? status ?? 0);
export const refusesAll = ({ passesOn, answers, failures }: Behaviour): boolean =>
  !passesOn && answers.length + failures.length > 0 && answers.every(refuses);

/** A function that has run, and is run again for requests of others. */
export interface Rerun {
  /** A handler: it has served somebody. */
  readonly hasServed: boolean;
  readonly errors: Pick<ErrorKinds, 'mayRefuse'>;
  /** What it does with a request of somebody; null when it took too many steps, or does what nobody needs to see the rest of. */
  readonly again: (sender: Sender, until?: Until) => Behaviour | null;
}

/** Whether a handler serves no request without the header `authorization`, by whatever way it takes it apart. */
export function refusesUnauthorized({ hasServed, again }: Rerun, { reads }: Behaviour): boolean {
  if (!hasServed) return false;
  if (!reads.some((read) => isAuthorization(read) && !read.required && !read.unwanted)) return false;
  const run = again({ lacks: isAuthorization }, IS_SERVED);
  return run !== null && !run.passesOn && run.answers.length + run.failures.length > 0 && run.answers.every(refuses);
}

/**
 * Cookies and headers without which a handler answers 401 or 403 and serves nobody, where one of them is enough. What is called like one of them in the
 * body is another way to send it; where that is enough in place of a cookie, the cookie is not asked for.
 */
export function askedByHandler(
  { hasServed, again, errors }: Rerun,
  { reads: all, answers, failures }: Behaviour,
  reads: readonly Read[],
): readonly Read[] {
  if (!hasServed || answers.length + failures.length < 2) return reads;
  const mayRefuse = (run: Pick<Behaviour, 'answers' | 'failures'>): boolean =>
    run.answers.some(isUnauthorized) || run.failures.some(({ error }) => errors.mayRefuse(error));
  const open = all.filter((read) => isKept(read) && !read.unwanted && !read.secret);
  // What is verified as a token is a credential, whatever those are answered who have none.
  const verifies = open.some(({ token }) => token);
  if (!verifies && !mayRefuse({ answers, failures })) return reads;
  if (open.length === 0 || open.length > MAX_ALTERNATIVES) return reads;
  const isAlso = (read: Pick<Read, 'part' | 'path'>): boolean =>
    read.part === 'body' && read.path.length === 1 && open.some(({ path }) => path[0]!.toLowerCase().endsWith(read.path[0]!.toLowerCase()));
  const lacks = (read: Pick<Read, 'part' | 'path'>): boolean => maySayWho(read) || isAlso(read);
  const nobody = again({ lacks }, IS_SERVED);
  if (!nobody || !refusesAll(nobody) || !(verifies || mayRefuse(nobody))) return reads;
  const isServed = (lacksToo: (read: Pick<Read, 'part' | 'path'>) => boolean): boolean =>
    again({ lacks: lacksToo })?.answers.some(({ status, says }) => status === null || (says ?? status) < 400) === true;
  if (open.every(({ part }) => part === 'cookie') && all.some(isAlso) && isServed(maySayWho)) return reads;
  const suffices = open.filter((only) => isServed((read) => lacks(read) && !isOf(read, only)));
  return reads.map((read): Read => (suffices.some((each) => isSame(each, read)) ? { ...read, suffices: true } : read));
}

/** What a handler reads of the session, where it serves nobody who has a new one: it answers 401 or 403, or sends whoever has not logged in elsewhere. */
export function askedOfSession(
  { hasServed, again, errors }: Rerun,
  { reads: all, answers, failures }: Behaviour,
  reads: readonly Read[],
): readonly Read[] {
  const members = all.filter((read) => isPutIntoSession(read) && !read.unwanted);
  if (!hasServed || answers.length + failures.length < 2 || members.length === 0) return reads;
  const run = again({ hasNewSession: true }, IS_SERVED);
  if (!run || run.passesOn || !run.answers.every((answer) => refuses(answer) || isRedirect(answer))) return reads;
  const servesOtherwise = answers.some((answer) => !refuses(answer) && !isRedirect(answer));
  // Where all are sent on who are served, as by a login, nobody of those is sent away.
  if (!servesOtherwise && run.answers.some(isRedirect)) return reads;
  const isRefused = run.answers.some(isUnauthorized) || run.failures.some(({ error }) => errors.mayRefuse(error));
  const isSentAway = run.answers.some(isRedirect);
  return reads.map((read): Read => {
    const asks = isRefused || (isSentAway && namesLogin(read.path.slice(1).join('.')));
    return asks && members.some((member) => isSame(member, read)) ? { ...read, required: true } : read;
  });
}
