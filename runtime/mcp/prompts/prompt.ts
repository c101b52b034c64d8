import type { McpServer } from '@modelcontextprotocol/server';
import type { Session } from '../session.js';

/** One prompt: registers itself. Prompts say which tools to call, in which order, and when to stop; they hold no data of the project. */
export type PromptRegistration = (server: McpServer, session: Session) => void;

/** A prompt's text as the one message of a user. */
export const asUser = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });
