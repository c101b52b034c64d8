import {
  defineHostType,
  incomingMessageType,
  routerOf,
  serverResponseType,
  type Call,
  type Emit,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';

/** A listener of `request`: an application is a root; a function of the program is run once, to see to which application it hands requests. */
function answer(call: Call, emit: Emit, listener: Value): void {
  emit.branch(listener, (alternative) => {
    const router = routerOf(alternative);
    if (router !== null) emit.root(router);
    else if (alternative.kind === 'unknown')
      for (const carried of alternative.carries) {
        const inner = routerOf(carried);
        if (inner !== null) emit.root(inner);
      }
    else if (call.isFunction(alternative))
      call.later(alternative, [call.host(incomingMessageType, null), call.host(serverResponseType, null)]);
  });
}

const self: Transfer = (call) => call.receiver;

/** Registers an event listener: `request` answers requests, `listening` runs as soon as the server is up; the others never register routes before a request. */
const on: Transfer = (call, emit) => {
  const [event, listener] = call.args;
  if (!event || !listener) return call.receiver;
  const name = call.text(event);
  if (name === 'request' || name === 'secureConnection') answer(call, emit, listener);
  else if (name === 'listening') call.later(listener, []);
  return call.receiver;
};

export const serverType = defineHostType<null>({
  name: 'Server',
  methods: {
    listen: (call) => {
      for (const argument of call.args) if (call.isFunction(argument)) call.later(argument, []);
      return call.receiver;
    },
    on,
    once: on,
    addListener: on,
    prependListener: on,
    prependOnceListener: on,
    close: self,
    setTimeout: self,
    ref: self,
    unref: self,
    off: self,
    removeListener: self,
    removeAllListeners: self,
    setMaxListeners: self,
    closeAllConnections: () => undefined,
    closeIdleConnections: () => undefined,
    emit: (call) => call.const(true),
    address: (call) => call.unknown('the address of a server'),
  },
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of a server`)),
});

/** `createServer(options?, listener?)` of http, https, http2 and spdy, and `new Server(…)`. */
export const createServer: Transfer = (call, emit) => {
  const made = call.host(serverType, null);
  for (const argument of call.args)
    if (
      call.isFunction(argument) ||
      routerOf(argument) !== null ||
      argument.kind === 'oneOf' ||
      (argument.kind === 'unknown' && argument.carries.length > 0)
    )
      answer(call, emit, argument);
  return made;
};
