import type { McpServer } from '@modelcontextprotocol/server';
import { ANSWER_CHARACTERS, fitInto } from '../answer.js';
import { toFailure } from '../failure.js';
import { inWords, worded } from '../in-words.js';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Session } from '../session.js';

/** One kind of resource: registers itself. */
export type ResourceRegistration = (server: McpServer, session: Session) => void;

/** A document as the content of a resource, within the length of an answer. */
export const asJson = (uri: URL, document: object, budget = ANSWER_CHARACTERS) => ({
  contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(fitInto(document, budget)) }],
});

/** Turns an error that a user can cause into one of the protocol, with code, hint and candidates as data. */
export async function orProtocolError<Value>(session: Session, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    const failure = toFailure(error);
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${failure.message}${failure.hint !== undefined ? ` ${inWords(session, failure.hint)}` : ''}`,
      worded(session, failure),
    );
  }
}
