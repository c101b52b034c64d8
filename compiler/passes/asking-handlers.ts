import type { Behaviour, Evidence, HandlerId, Place, Program, Read, RequestCondition, Scheme } from '@tool/ir';
import { CREDENTIAL_NAME } from './classify-middleware.js';
import { isRefusal, isRequired, schemeOf, statedBy, statusesOfErrors } from './guards.js';
import { bearer, eachOnce, isCredential, mayBeKey, schemesOf } from './schemes.js';

/** What a handler asks for by itself, and where it reads it. */
export interface Asked {
  /** Null: the cookie of the session, whichever it is. */
  readonly scheme: Omit<Scheme, 'evidence'> | null;
  /** Others that do as well. */
  readonly others: readonly Omit<Scheme, 'evidence'>[];
  readonly required: boolean;
  /** It asks only requests of which this holds. */
  readonly when?: RequestCondition;
  readonly evidence: Evidence;
}

/** Handlers without any guard's help: they refuse whoever has no header `authorization`, whatever they say then, or not the secret of the configuration. */
export function askingHandlers(program: Program): ReadonlyMap<HandlerId, Asked> {
  const statuses = statusesOfErrors(program);
  const found = new Map<HandlerId, Asked>();
  for (const { id, place, behaviour } of program.handlers) {
    if (!behaviour) continue;
    const demanded = behaviour.strategies?.filter((each) => each.demanded) ?? [];
    const [strategy, ...strategies] = eachOnce(schemesOf(demanded));
    const isOptional = (each: Read): boolean => isCredential(each, bearer) && !each.unwanted && behaviour.passesOn === false;
    const shown = behaviour.reads.find(isOptional);
    const evidence = (at: Place): Evidence => ({ source: 'code', place: at });
    const by = ({ when, place: at }: Read): Pick<Asked, 'when' | 'evidence'> => ({
      ...(when !== undefined && { when }),
      evidence: evidence(at),
    });
    if (strategy) found.set(id, { scheme: strategy, others: strategies, required: true, evidence: evidence(place) });
    // Who shows it gets more, or something else.
    else if (shown) found.set(id, { scheme: schemeOf(shown), others: [], required: false, ...by(shown) });
    const refusals = [...behaviour.answers.map(statedBy), ...behaviour.failures.flatMap(({ error }) => statuses.get(error) ?? [])];
    const asks = (each: Read): boolean =>
      ((each.required ?? each.refusedBy) !== undefined && isCredential(each, bearer)) ||
      (each.secret === true && isRequired(each, behaviour)) ||
      (each.suffices === true && (isCredential(each, bearer) || each.token || isKeyThere(each, refusals.includes(401))));
    const member = behaviour.reads.find(
      ({ part, path, required }) => required && part === 'context' && path[0] === 'session' && path.length > 1,
    );
    if (member) found.set(id, { scheme: null, others: [], required: true, ...by(member) });
    const asked = behaviour.reads.filter(asks);
    const read = asked.find(({ path }) => CREDENTIAL_NAME.test(path[0]!)) ?? asked[0] ?? lookedUp(behaviour);
    if (!read) continue;
    const isShownByAll =
      ((read.required ?? read.refusedBy) !== undefined && isCredential(read, bearer)) || (read.token === true && read.suffices === true);
    const isRefused = refusals.some((status) => status !== null && status >= 400 && status < 500);
    // Without the header it may fail before it has asked anybody for it: `headers.authorization.split(' ')`.
    if (refusals.some(isRefusal) || (read.secret && isRefused) || isShownByAll) {
      const others = read.suffices ? asked.filter((each) => each !== read && each.suffices).map(schemeOf) : [];
      found.set(id, { scheme: schemeOf(read), others, required: true, ...by(read) });
    }
  }
  return found;
}

/**
 * The only key of a handler that answers 401, compared with what the server keeps: a wrong one is refused like none, as of middlewares. Where
 * somebody logs in, the 401 is for what is typed.
 */
function lookedUp(behaviour: Behaviour | undefined): Read | undefined {
  if (!behaviour?.answers.some((answer) => statedBy(answer) === 401)) return undefined;
  const keys = behaviour.reads.filter(mayBeKey);
  const [only] = keys;
  if (!only || keys.length > 1 || only.spared || only.unwanted) return undefined;
  // What is called like it in the body may stand for it.
  const isElsewhere = (name: string): boolean =>
    only.part === 'cookie' && name !== '' && only.path[0]!.toLowerCase().endsWith(name.toLowerCase());
  const isTyped = behaviour.reads.some(
    ({ part, path: [name = ''], behind }) => part === 'body' && ((!behind && NAMES_WHAT_IS_TYPED.test(name)) || isElsewhere(name)),
  );
  const namesKey = only.token ?? (NAMES_KEY.test(only.path[0]!) && !NAMES_WHAT_IS_TYPED.test(only.path[0]!));
  return namesKey && !isTyped ? only : undefined;
}

/** With 401 it is asked who sends the request; with 403 it may be anything that is missing, unless it is called like a key. */
const isKeyThere = (read: Read, unauthorized: boolean): boolean =>
  mayBeKey(read) && !NAMES_WHAT_IS_TYPED.test(read.path[0]!) && (unauthorized || NAMES_KEY.test(read.path[0]!));
const NAMES_KEY = /key|secret|token|auth|session|jwt|sid$/i;

/** What somebody types to log in. */
const NAMES_WHAT_IS_TYPED = /pass|pwd|e-?mail|user-?name|otp|totp|captcha|state|verifier/i;
