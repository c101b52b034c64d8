import type { Read } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { TRUE, constant, isCookieHeader } from '../../evaluator/index.js';

/** Where credentials come in. */
export const isCredential = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  path.length > 0 && (part === 'header' || part === 'cookie' || part === 'query');

/** What may say who sends a request: headers, cookies, and of what is in the address whatever is called like a key. */
export const maySayWho = (read: Pick<Read, 'part' | 'path'>): boolean =>
  isCredential(read) && !namesProgram(read) && (read.part !== 'query' || isNamedSo(read));
/** The header in which a client says what program it is, and not who sends it. */
const namesProgram = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  part === 'header' && path.length === 1 && path[0]!.toLowerCase() === 'user-agent';
export const isNamedSo = ({ path }: Pick<Read, 'path'>): boolean => /token|key|auth|jwt|secret|session|signature/i.test(path[0] ?? '');

/** How settings are called, and headers, that hold what only those know who may send a request. */
const SECRETS = /^(?:api|app)?(?:secret|key|token|auth|password|passwd|passphrase|passcode|credential|authorization|authentication)s?$/;
const namesSecret = (name: string): boolean =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => SECRETS.test(word));

/** It says where a request comes from or goes to: who compares that with an address of its own asks for no secret, whatever the setting is called. */
const isAddress = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  part === 'header' && /^(?:origin|referr?er|host|forwarded|x-forwarded-.+)$/i.test(path[0]!);
/** Whether a value that has to be what a setting says is a secret. */
export const isSecret = (read: Pick<Read, 'part' | 'path'>, setting: string): boolean =>
  !isAddress(read) && ((namesSecret(setting) && !/(?:ur[il]|origin|host|domain)s?$/i.test(setting)) || namesSecret(read.path[0] ?? ''));

/** Who sends the request of a run. */
export interface Sender {
  /** Somebody whom the guards in front do not know. */
  readonly isStranger?: true;
  /** Somebody whom they know. */
  readonly isKnown?: true;
  /** It is served as the default configuration has it. */
  readonly isOfDefault?: true;
  /** Its session is new: functions in front, and requests before, have set nothing in it. */
  readonly hasNewSession?: true;
  /** What its request does not have. */
  readonly lacks?: (read: Pick<Read, 'part' | 'path'>) => boolean;
  /** What every request of its kind has. */
  readonly has?: (read: Pick<Read, 'part' | 'path'>) => Value | undefined;
}

/** What browsers call themselves: guards that keep robots out let them pass. */
const BROWSER = constant('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
/** Sends nothing that says who it is. Parameters of the path are no part of most paths that a middleware stands in front of. */
export const NOBODY: Sender = {
  lacks: (read) => maySayWho(read) || (read.part === 'path' && isNamedSo(read)),
  has: (read) => (namesProgram(read) ? BROWSER : undefined),
};
export const isAuthorization = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  part === 'header' && path.length === 1 && path[0]!.toLowerCase() === 'authorization';
/** What sessions have by themselves, new ones too. */
const OWN_OF_SESSIONS: ReadonlySet<string> = new Set(
  'get set has delete destroy save regenerate touch reload resetMaxAge options changed isNew id sessionId cookie'.split(' '),
);
/** Members of a session outlive the request that set them. */
export const isOfSession = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  part === 'context' && path[0] === 'session' && path.length > 1;
/** A member that only those sessions have into which a request has put it. */
export const isPutIntoSession = (read: Pick<Read, 'part' | 'path'>): boolean => isOfSession(read) && !OWN_OF_SESSIONS.has(read.path[1]!);
/** `session.id`: what every session has with some packages, with others whom the program has put there. Who is answered without it lacks a login. */
export const isIdOfSession = (read: Pick<Read, 'part' | 'path'>): boolean =>
  isOfSession(read) && read.path.length === 2 && read.path[1] === 'id';
/** The session itself: `session.get('user')` takes a member of it. */
export const isSession = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  part === 'context' && path[0] === 'session' && path.length === 1;

/** Names under which functions leave what they know of the caller. */
export const CALLER =
  /(?:^|\.)(?:current|auth|logged_?in|session)?_?(?:user|auth|account|member|principal|identity|claims|jwt|token|session)(?:_?(?:id|info|data|payload|details|doc))?$/i;

/** Names under which a session says who has logged in, not what is in a cart. */
const LOGGED_IN = /user|account|auth|log(?:ged)?_?in|sign(?:ed)?_?in|admin|customer|(?<!re)member|passport|^u?id$/i;
/** The id of a user with a word in front, of the program (`shopUid`), and not what something else is told apart by. */
const UID = /(?:[a-z\d]U(?:id|ID)|_uid)$/;
const NOBODYS_UID =
  /(?:cart|basket|order|item|product|device|client|guest|visit|visitor|session|request|page|file|draft|group|team|tenant|project|game|event|form)_?uid$/i;
export const namesLogin = (name: string): boolean => LOGGED_IN.test(name) || (UID.test(name) && !NOBODYS_UID.test(name));
/** It says who has logged in: a member of the session, or what is left on the request (`user`, `isAuthenticated()`). */
export const saysLogin = (read: Pick<Read, 'part' | 'path'>): boolean =>
  isPutIntoSession(read)
    ? namesLogin(read.path[1]!)
    : read.part === 'context' && read.path.length === 1 && /^(?:user|auth|current_?user|isAuthenticated(?:\(\))?)$/i.test(read.path[0]!);
/** What passes or refuses by itself says who has logged in, whatever it is called. */
export const isLogin = (read: Pick<Read, 'part' | 'path'>): boolean => isPutIntoSession(read) || saysLogin(read);
/** Sends nothing that says who it is, and nobody in front knows it. */
export const STRANGER: Sender = { ...NOBODY, isStranger: true, hasNewSession: true, lacks: (read) => NOBODY.lacks!(read) || isLogin(read) };
/** The same, of whose session nothing else is known. */
export const NOT_LOGGED_IN: Sender = { ...NOBODY, isStranger: true, lacks: (read) => NOBODY.lacks!(read) || saysLogin(read) };
export const isField = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean => path.length > 0 && (part === 'body' || part === 'query');
/** The same, without a key in the body. */
export const WITHOUT_KEYS: Sender = { ...NOBODY, lacks: (read) => NOBODY.lacks!(read) || isKeyOfBody(read) };
/** The same, with nothing else. */
export const PLAIN: Sender = { ...NOBODY, lacks: (read) => NOBODY.lacks!(read) || isField(read) };
/** The same, with a body that says nothing which anybody looks for. */
export const ORDINARY: Sender = {
  ...PLAIN,
  has: (read) => NOBODY.has!(read) ?? (read.part === 'body' && isField(read) ? ORDINARY_TEXT : undefined),
};
/** The same from somebody who may say who he is. */
export const ORDINARY_WITH_CREDENTIAL: Sender = {
  has: ORDINARY.has!,
  lacks: (read) => isField(read) && !maySayWho(read) && read.part !== 'body',
};
/** `name:password`. */
export const NAME_AND_PASSWORD = constant('Basic bmFtZTpwYXNzd29yZA==');
export const TOKEN = constant('Bearer e30.e30.c2VhbA');
export const ORDINARY_TEXT = constant('value');
/** A cookie, or a header that may be one of the program's own. */
export const isKept = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  path.length === 1 &&
  (part === 'cookie' || (part === 'header' && !isCookieHeader({ part, path }) && path[0]!.toLowerCase() !== 'user-agent'));
export const nameOf = ({ part, path }: Pick<Read, 'part' | 'path'>): string => `${part} ${path.join('.')}`;
export const isSame = (one: Pick<Read, 'part' | 'path'>, other: Pick<Read, 'part' | 'path'>): boolean => nameOf(one) === nameOf(other);
/** A field of the body that holds a key which may come in elsewhere as well. */
export const isKeyOfBody = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  part === 'body' && path.length === 1 && isNamedSo({ path });

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^x-/, '')
    .replace(/[^a-z0-9]/g, '');
/** The same, in the elements of a list too, and what is called in the body as a header or cookie is in whose place it comes. */
export function keysOfBody(reads: readonly Read[]): (read: Pick<Read, 'part' | 'path'>) => boolean {
  const names = new Set(reads.filter((read) => isKept(read) && maySayWho(read)).map(({ path }) => plainName(path[0]!)));
  return ({ part, path }) => {
    const named = path.filter((name) => !/^\d+$/.test(name));
    return isKeyOfBody({ part, path: named }) || (part === 'body' && named.length > 0 && names.has(plainName(named.at(-1)!)));
  };
}
/** The same sender, whose requests do not have these either. */
export const lackingToo = (sender: Sender, isKey: (read: Pick<Read, 'part' | 'path'>) => boolean): Sender => ({
  ...sender,
  lacks: (read) => sender.lacks!(read) || isKey(read),
});
/** Somebody who has logged in, and whose request lacks besides what this one's does. */
export const knownBy = ({ lacks }: Sender): Sender => ({
  isKnown: true,
  lacks: (read) => lacks!(read) && !isLogin(read),
  has: (read) => NOBODY.has!(read) ?? (isLogin(read) ? TRUE : undefined),
});

/** Whether a value comes with a credential: it is the credential, or the header that holds the cookie. */
export const isOf = ({ part, path }: Pick<Read, 'part' | 'path'>, credential: Read): boolean =>
  (part === credential.part && path[0] === credential.path[0]) || (credential.part === 'cookie' && isCookieHeader({ part, path }));
