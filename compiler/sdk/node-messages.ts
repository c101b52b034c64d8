import { defineHostType } from './adapter.js';

/** What a listener of Node's gets as its request. A framework's application that is called with one answers a server's requests. */
export const incomingMessageType = defineHostType<null>({
  name: 'IncomingMessage',
  methods: {},
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of a request`)),
});

/** What it answers with. Requests and responses of frameworks inherit from both, and what the program adds to their prototypes. */
export const serverResponseType = defineHostType<null>({
  name: 'ServerResponse',
  methods: {},
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of a response`)),
});
