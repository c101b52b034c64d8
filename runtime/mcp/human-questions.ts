import { acceptedContent, inputRequired } from '@modelcontextprotocol/server';
import type { Workflow } from '../../schemas/index.js';
import { isSecretName } from '../store/index.js';
import { failure } from './failure.js';
import { findProjectWorkflow } from './find-project-workflow.js';
import type { Answer, Call } from './tool.js';

const QUESTIONS = 'human';

/** The variable that answers a question without asking. */
const variableOf = (key: string): string => `TOOL_HUMAN_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;

/** Keys of `{{human:key}}` in a workflow and in those it uses, in the order in which they occur. */
export async function humanKeys(root: string, workflow: Workflow, seen = new Set<string>()): Promise<string[]> {
  const keys = [...JSON.stringify(workflow).matchAll(/\{\{\s*human:([^{}"]+?)\s*\}\}/g)].map((match) => match[1]!);
  for (const { use } of workflow.steps) {
    if (use === undefined || seen.has(use)) continue;
    seen.add(use);
    keys.push(...(await humanKeys(root, (await findProjectWorkflow(root, use)).workflow, seen)));
  }
  return [...new Set(keys)];
}

/**
 * What people answer to the questions of a workflow. They are asked all at once and before anything is sent, which both
 * protocol eras can do; a form never asks for a secret, since its content passes through the assistant.
 * @returns the answers, or the form to show
 * @throws UsageError when a secret is wanted, when nobody can be asked, and when the person declined
 */
export function askHumans(
  keys: readonly string[],
  call: Call,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly answers: ReadonlyMap<string, string> } | Extract<Answer, { readonly ask: unknown }> {
  const open = keys.filter((key) => environment[variableOf(key)] === undefined);
  if (open.length === 0) return { answers: new Map() };
  const secret = open.filter(isSecretName);
  if (secret.length > 0) {
    throw failure(
      'human/secret',
      `The workflow asks a person for ${secret.map((key) => `"${key}"`).join(', ')}: a secret, which must not pass through the assistant.`,
      `Set ${secret.map(variableOf).join(', ')} in the environment of this server, or run the workflow in a terminal or on the page of \`tool dev\`.`,
    );
  }
  const given = acceptedContent(call.answers, QUESTIONS);
  if (given && open.every((key) => typeof given[key] === 'string'))
    return { answers: new Map(open.map((key) => [key, given[key] as string])) };
  if (call.answers && QUESTIONS in call.answers && !given)
    throw failure('human/declined', 'The person declined to answer.', `Run it without questions: set ${open.map(variableOf).join(', ')}.`);
  if (!call.canAsk)
    throw failure(
      'human/nobody-to-ask',
      `The workflow asks a person for ${open.map((key) => `"${key}"`).join(', ')}, and this client cannot show a form.`,
      `Set ${open.map(variableOf).join(', ')} in the environment of this server, or run \`tool simulate workflow\` in a terminal.`,
    );
  return {
    ask: inputRequired({
      inputRequests: {
        [QUESTIONS]: inputRequired.elicit({
          message: 'The workflow needs answers of a person.',
          requestedSchema: {
            type: 'object',
            properties: Object.fromEntries(
              open.map((key) => [key, { type: 'string' as const, title: key, description: `Answer to {{human:${key}}}` }]),
            ),
            required: [...open],
          },
        }),
      },
    }),
  };
}
