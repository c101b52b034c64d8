import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptedContent,
  completable,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  ResourceTemplate,
  type InputRequests,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * The names that the conformance suite calls. They stand for features of the protocol; none of them is in the server that is
 * shipped. Beside them are its own tools, resources and prompts, from the same factory.
 */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };

interface State {
  readonly round: number;
}

export function registerFixtures(server: McpServer, codec: RequestStateCodec<State>): void {
  contents(server);
  older(server);
  resources(server);
  prompts(server);
  inputs(server, codec);
  changes(server);
}

function contents(server: McpServer): void {
  server.registerTool('test_simple_text', { description: 'Answers with text' }, () => text('This is a simple text response for testing.'));
  server.registerTool('test_image_content', { description: 'Answers with an image' }, () => ({ content: [image] }));
  server.registerTool('test_audio_content', { description: 'Answers with a sound' }, () => ({
    content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_embedded_resource', { description: 'Answers with a resource' }, () => ({
    content: [
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
      },
    ],
  }));
  server.registerTool('test_multiple_content_types', { description: 'Answers with several kinds of content' }, () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' },
      },
    ],
  }));
  server.registerTool('test_error_handling', { description: 'Fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', { description: 'Tells how far it is' }, async (context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await sleep(50);
    }
    return text('done');
  });
  const logs = async (context: ServerContext) => {
    for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.log('info', message);
      await sleep(50);
    }
    return text('logged');
  };
  server.registerTool('test_tool_with_logging', { description: 'Logs while it runs' }, logs);
  server.registerTool('test_logging_tool', { description: 'Logs while it runs' }, logs);
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'Has a schema of the 2020-12 dialect',
      inputSchema: fromJsonSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      }),
    },
    () => text('ok'),
  );
}

const strings = (...names: string[]) => ({
  type: 'object' as const,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  required: names,
});

/** What only the older era has: requests from the server to the client while a call goes on. The shim of the SDK makes them of these answers. */
function older(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client', inputSchema: z.object({ prompt: z.string() }) },
    ({ prompt }, context) => {
      const answer = inputResponse(context.mcpReq.inputResponses, 'answer');
      if (answer.kind === 'sampling') return text(`LLM response: ${JSON.stringify(answer.result.content)}`);
      return inputRequired({
        inputRequests: {
          answer: inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens: 100 }),
        },
      });
    },
  );
  const elicitation = (
    name: string,
    schema: Parameters<typeof inputRequired.elicit>[0]['requestedSchema'],
    message = 'Please answer',
    prefix = 'Elicitation completed',
  ) =>
    server.registerTool(
      name,
      { description: 'Asks a person', inputSchema: z.object({ message: z.string().optional() }) },
      (given, context) => {
        const answer = inputResponse(context.mcpReq.inputResponses, 'answer');
        if (answer.kind === 'elicit') return text(`${prefix}: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
        return inputRequired({
          inputRequests: { answer: inputRequired.elicit({ message: given.message ?? message, requestedSchema: schema }) },
        });
      },
    );
  elicitation(
    'test_elicitation',
    {
      type: 'object',
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    },
    undefined,
    'User response',
  );
  elicitation('test_elicitation_sep1034_defaults', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  });
  const titled = [
    { const: 'value1', title: 'First Option' },
    { const: 'value2', title: 'Second Option' },
    { const: 'value3', title: 'Third Option' },
  ];
  elicitation('test_elicitation_sep1330_enums', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    },
  });
}

function resources(server: McpServer): void {
  server.registerResource('static-text', 'test://static-text', { description: 'Text', mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('static-binary', 'test://static-binary', { description: 'Bytes', mimeType: 'image/png' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: PNG }],
  }));
  server.registerResource('watched', 'test://watched-resource', { description: 'To subscribe to', mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'watched' }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'A template', mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
}

function prompts(server: McpServer): void {
  const user = (
    content:
      | { type: 'text'; text: string }
      | typeof image
      | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } },
  ) => ({ role: 'user' as const, content });
  server.registerPrompt('test_simple_prompt', { description: 'A prompt' }, () => ({
    messages: [user({ type: 'text', text: 'This is a simple prompt for testing.' })],
  }));
  const word = completable(z.string(), (value) => ['paris', 'park', 'party'].filter((one) => one.startsWith(value)));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'A prompt with arguments', argsSchema: z.object({ arg1: word, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({
      messages: [user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A prompt with a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } }),
        user({ type: 'text', text: 'Please process the embedded resource above.' }),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A prompt with an image' }, () => ({
    messages: [user(image), user({ type: 'text', text: 'Please analyze the image above.' })],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'A prompt that asks first' }, (context) => {
    const answer = acceptedContent<{ context: string }>(context.mcpReq.inputResponses, 'user_context');
    if (typeof answer?.context === 'string') return { messages: [user({ type: 'text', text: `Context: ${answer.context}` })] };
    return inputRequired({
      inputRequests: {
        user_context: inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema: strings('context') }),
      },
    });
  });
}

/** Questions as results: the newer era's way. */
function inputs(server: McpServer, codec: RequestStateCodec<State>): void {
  const name = inputRequired.elicit({ message: 'What is your name?', requestedSchema: strings('name') });
  const capital = inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
    maxTokens: 100,
  });
  const confirm = inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  });
  const ask = async (inputRequests: InputRequests, round?: number) =>
    inputRequired({ inputRequests, ...(round !== undefined ? { requestState: await codec.mint({ round }) } : {}) });
  const tool = (id: string, run: (context: ServerContext) => ReturnType<typeof text> | ReturnType<typeof ask>) =>
    server.registerTool(`test_input_required_result_${id}`, { description: 'Asks before it answers' }, async (context) => run(context));
  tool('elicitation', (context) => {
    const answer = acceptedContent<{ name: string }>(context.mcpReq.inputResponses, 'user_name');
    return typeof answer?.name === 'string' ? text(`Hello, ${answer.name}!`) : ask({ user_name: name });
  });
  tool('sampling', (context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'capital_question');
    return answer.kind === 'sampling' ? text(JSON.stringify(answer.result.content)) : ask({ capital_question: capital });
  });
  tool('list_roots', (context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'client_roots');
    return answer.kind === 'roots'
      ? text(answer.roots.map((root) => root.uri).join(', '))
      : ask({ client_roots: inputRequired.listRoots() });
  });
  tool('request_state', (context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'confirm');
    return answer.kind === 'elicit' && context.mcpReq.requestState<State>()?.round === 1 ? text('state-ok') : ask({ confirm }, 1);
  });
  tool('tampered_state', (context) => (context.mcpReq.requestState<State>()?.round === 1 ? text('state-ok') : ask({ confirm }, 1)));
  tool('multiple_inputs', (context) => {
    const answers = context.mcpReq.inputResponses ?? {};
    const greeting = inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }],
      maxTokens: 50,
    });
    const wanted: InputRequests = { user_name: name, greeting, client_roots: inputRequired.listRoots() };
    return Object.keys(wanted).every((key) => inputResponse(answers, key).kind !== 'missing') ? text('all there') : ask(wanted, 1);
  });
  tool('multi_round', (context) => {
    const round = context.mcpReq.requestState<State>()?.round ?? 0;
    if (round === 1 && acceptedContent(context.mcpReq.inputResponses, 'step1'))
      return ask(
        { step2: inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema: strings('color') }) },
        2,
      );
    if (round === 2 && acceptedContent(context.mcpReq.inputResponses, 'step2')) return text('complete');
    return ask({ step1: inputRequired.elicit({ message: 'Step 1: What is your name?', requestedSchema: strings('name') }) }, 1);
  });
  tool('capabilities', (context) => {
    const capabilities =
      ((context.mcpReq.envelope ?? {}) as Record<string, { elicitation?: object; sampling?: object } | undefined>)[
        'io.modelcontextprotocol/clientCapabilities'
      ] ?? {};
    return ask(
      { ...(capabilities.elicitation ? { user_name: name } : {}), ...(capabilities.sampling ? { capital_question: capital } : {}) },
      1,
    );
  });
  server.registerTool('test_missing_capability', { description: 'Needs a capability of the client' }, async (context) =>
    inputResponse(context.mcpReq.inputResponses, 'capital_question').kind === 'sampling' ? text('ok') : ask({ capital_question: capital }),
  );
  server.registerTool('test_streaming_elicitation', { description: 'Asks on the stream' }, async () => ask({ user_name: name }));
}

function changes(server: McpServer): void {
  server.registerTool('test_trigger_tool_change', { description: 'Changes the list of tools' }, () => {
    server.sendToolListChanged();
    return text('changed');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Changes the list of prompts' }, () => {
    server.sendPromptListChanged();
    return text('changed');
  });
}
