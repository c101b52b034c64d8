import type { InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Session } from './session.js';

/** Tools come in groups, so that a client pays for the definitions it uses. `core` is always there. */
export const GROUPS = ['core', 'agents', 'memory', 'runs'] as const;
export type Group = (typeof GROUPS)[number];

/** What a call can do beside answering. */
export interface Call {
  /** Aborted when the client cancels. */
  readonly signal: AbortSignal;
  /** Tells a client that asked for it how far the work is. Without a total, only that it goes on. */
  readonly progress: (done: number, total: number | undefined, message: string) => void;
  /** The client can show a form to the person in front of it. */
  readonly canAsk: boolean;
  /** What people answered to the questions of the round before, by key of the question. */
  readonly answers: Readonly<Record<string, unknown>> | undefined;
}

/** What a tool answers: a JSON document, sent as compact text, or questions for the person in front of the client. */
export type Answer = { readonly document: object; readonly budget?: number } | { readonly ask: InputRequiredResult };

/** What a call does to the world; said truthfully, because clients decide by it what they ask a person about. */
export type Effect = Required<Pick<ToolAnnotations, 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint'>>;

export const READS: Effect = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: `tool_${string}`;
  readonly group: Group;
  /** What it answers and when to use it; every word is paid for in each conversation. */
  readonly description: string;
  readonly input: Input;
  /** Only where it is small: clients that read it get the answer twice. */
  readonly output?: z.ZodObject;
  readonly effect: Effect;
  readonly run: (session: Session, input: z.output<Input>, call: Call) => Answer | Promise<Answer>;
}

/** Declares a tool. The input type is known to `run`, and forgotten outside, where only the schema checks it. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool;
