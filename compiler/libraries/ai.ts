import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, unmodelled } from './support/fallback.js';

const EVENTS = 'text/event-stream';
const TEXT = 'text/plain; charset=utf-8';

/** Node's answer gets a head and then the stream, until that ends. */
function send(call: Call, response: Value, init: Value, contentType: string): void {
  const status = init.kind === 'object' ? call.get(init, 'status') : call.const(undefined);
  const writeHead = call.get(response, 'writeHead');
  const end = call.get(response, 'end');
  call.invoke(
    writeHead,
    [call.isUndefined(status) ? call.const(200) : status, call.record({ 'content-type': call.const(contentType) })],
    response,
  );
  call.invoke(end, [call.typed?.({ kind: 'string' }, 'what a model says') ?? call.unknown('what a model says')], response);
}

/** Methods of what streams, by what they send. */
const PIPES: Readonly<Record<string, string>> = {
  pipeUIMessageStreamToResponse: EVENTS,
  pipeDataStreamToResponse: TEXT,
  pipeTextStreamToResponse: TEXT,
  pipeAIStreamToResponse: TEXT,
};

/** `streamText({ … })`: a model of language answers piece by piece. */
const streamType: HostType<string> = defineHostType<string>({
  name: 'stream',
  module: 'ai',
  inert: true,
  methods: Object.fromEntries(
    Object.entries(PIPES).map(([name, contentType]): [string, Transfer] => [
      name,
      (call) => {
        send(call, argument(call, 0), argument(call, 1), contentType);
      },
    ]),
  ),
  missing: (call, key) => {
    const made = call.data(call.receiver, streamType) ?? 'streamText';
    return ['then', 'default', '__esModule', 'constructor', 'prototype'].includes(key)
      ? undefined
      : call.unknown(`${key} of ${made}`, { module: 'ai', path: `${made}().${key}` });
  },
});
/** What it calls of the program runs as in any package. */
const streams =
  (name: string): Transfer =>
  (call) => {
    unmodelled(call, 'ai', name);
    return call.host(streamType, name);
  };

/** `pipeUIMessageStreamToResponse({ response, stream })`; `pipeDataStreamToResponse(response, { execute })`. */
const pipes =
  (name: string, contentType: string): Transfer =>
  (call) => {
    const [first, second] = [argument(call, 0), argument(call, 1)];
    if (!call.isUndefined(second)) {
      unmodelled(call, 'ai', name);
      send(call, first, second, contentType);
    } else if (first.kind === 'object') send(call, call.get(first, 'response'), first, contentType);
  };

const model: ModuleModel = (realm) =>
  openModule(realm, 'ai', {
    ...Object.fromEntries(['streamText', 'streamObject', 'experimental_streamText'].map((name) => [name, realm.fn(name, streams(name))])),
    ...Object.fromEntries(Object.entries(PIPES).map(([name, contentType]) => [name, realm.fn(name, pipes(name, contentType))])),
    pipeAgentUIStreamToResponse: realm.fn('pipeAgentUIStreamToResponse', pipes('pipeAgentUIStreamToResponse', EVENTS)),
  });

export const aiLibrary = defineLibrary({ modules: { ai: model } });
