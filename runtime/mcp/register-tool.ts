import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { advertise } from './advertise.js';
import { ANSWER_CHARACTERS, fitInto, toText } from './answer.js';
import { checkInput } from './check-input.js';
import { toFailure } from './failure.js';
import { worded } from './in-words.js';
import type { Session } from './session.js';
import type { Call, Tool } from './tool.js';

/** Registers a tool: checks the arguments, runs it, and answers with compact JSON, also when it fails. */
export function registerTool(server: McpServer, session: Session, tool: Tool): void {
  server.registerTool(
    tool.name,
    {
      description: tool.description,
      inputSchema: advertise(tool.input),
      ...(tool.output ? { outputSchema: advertise(tool.output) } : {}),
      annotations: tool.effect,
    },
    async (given: unknown, context: ServerContext) => call(session, tool, given, callOf(context, server)),
  );
}

async function call(session: Session, tool: Tool, given: unknown, own: Call): Promise<CallToolResult | InputRequiredResult> {
  try {
    const answer = await tool.run(session, checkInput(tool.input, given), own);
    if ('ask' in answer) return answer.ask;
    const document = fitInto(worded(session, answer.document), answer.budget ?? ANSWER_CHARACTERS);
    return {
      content: [{ type: 'text', text: toText(document) }],
      ...(tool.output ? { structuredContent: document } : {}),
    };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'tool/bug' && !own.signal.aborted)
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return { content: [{ type: 'text', text: toText(fitInto(worded(session, { error: failure }), ANSWER_CHARACTERS)) }], isError: true };
  }
}

function callOf(context: ServerContext, server: McpServer): Call {
  const token = context.mcpReq._meta?.progressToken;
  return {
    signal: context.mcpReq.signal,
    progress: (done, total, message) => {
      if (token === undefined || context.mcpReq.signal.aborted) return;
      context.mcpReq
        .notify({
          method: 'notifications/progress',
          params: { progressToken: token, progress: done, message, ...(total !== undefined ? { total } : {}) },
        })
        .catch(() => {
          /* a client that went away needs no progress; the call ends by its signal */
        });
    },
    canAsk: canAsk(context, server),
    answers: context.mcpReq.inputResponses,
  };
}

/** In the newer era each request says what its client can do; in the older one the handshake did. An empty object stands for forms. */
function canAsk(context: ServerContext, server: McpServer): boolean {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const capabilities = (envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? server.server.getClientCapabilities()) as
    | { readonly elicitation?: { readonly form?: object; readonly url?: object } }
    | undefined;
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
