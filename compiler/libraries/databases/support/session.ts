import { defineHostType, type HostType, type Transfer } from '@tool/scanner-sdk';
import { promised } from '../../support/fallback.js';

const none: Transfer = (call) => promised(call, call.const(undefined));
/** Runs what belongs to a transaction; its result is that of the whole. */
const within: Transfer = (call) => {
  const work = call.args.find((arg) => call.isFunction(arg));
  return promised(call, work ? call.awaited(call.invoke(work, [call.receiver])) : call.const(undefined));
};

/** A session of MongoDB: what runs in it gives what it gives elsewhere. */
const sessionType: HostType<null> = defineHostType<null>({
  name: 'ClientSession',
  inert: true,
  methods: {
    startTransaction: () => undefined,
    commitTransaction: none,
    abortTransaction: none,
    endSession: none,
    withTransaction: within,
  },
  missing: (call, key) => (['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.unknown(`${key} of a session`)),
});

/** `mongoose.startSession()`, `client.startSession()`: given as it is, and awaited. */
export const startSession: Transfer = (call) => promised(call, call.host(sessionType, null));
