import { defineHostType, type Call, type HostType, type Observation, type Transfer } from './adapter.js';
import { textOf, typeAmong } from './content-types.js';
import type { ObjectValue, Value } from './values.js';

interface RawAnswer {
  readonly seen: Observation;
  readonly sent: (call: Call) => void;
  /** Stands for a status that nobody has set. */
  readonly unset: Value;
}

/** What the arm has set: where the head is out, nothing of it changes any more. */
const SENT = 'head sent';
const TYPE = 'content type';

const chained: Transfer = (call) => call.receiver;

/** The head goes out with the first that is written. */
function send(call: Call, body?: Value): Value {
  const data = call.data(call.receiver, rawAnswerType);
  if (!data || call.constant(call.get(call.receiver, SENT)) === true) return call.receiver;
  const held = call.get(call.receiver, 'statusCode');
  const type = call.text(call.get(call.receiver, TYPE))?.split(';')[0]!.trim();
  const sent = type ? { contentType: type } : {};
  data.seen.answer(call, { status: held === data.unset ? 200 : held, ...(body ? textOf(call, body, sent) : sent) });
  call.set(call.receiver, SENT, call.const(true));
  data.sent(call);
  return call.receiver;
}

const rawAnswerType: HostType<RawAnswer> = defineHostType<RawAnswer>({
  name: 'ServerResponse',
  inert: true,
  piped: (call) => {
    send(call);
  },
  methods: {
    writeHead: (call) => {
      if (call.args[0]) call.set(call.receiver, 'statusCode', call.args[0]);
      const type = call.args.slice(1).flatMap((given) => typeAmong(call, given) ?? [])[0];
      if (type) call.set(call.receiver, TYPE, type);
      return send(call);
    },
    setHeader: (call) => {
      const [name, value] = call.args;
      if (name && value && call.text(name)?.toLowerCase() === 'content-type') call.set(call.receiver, TYPE, value);
      return call.receiver;
    },
    ...Object.fromEntries(['write', 'flushHeaders'].map((name) => [name, (call: Call) => send(call)])),
    end: (call) => send(call, call.args[0]),
    ...Object.fromEntries(
      ['on', 'once', 'off', 'removeListener', 'removeHeader', 'setTimeout', 'cork', 'uncork', 'destroy'].map((name) => [name, chained]),
    ),
  },
  missing: (call, key) => {
    if (key === 'then' || key === 'constructor' || key === 'toJSON' || key === SENT || key === TYPE) return undefined;
    if (key === 'statusCode') return call.data(call.receiver, rawAnswerType)?.unset;
    return call.unknown(`${key} of the raw reply`);
  },
});

/** Node's own answer behind that of a framework (`reply.raw`): what is written to it is sent past the framework. `sent`: told when the first goes out. */
export const rawAnswer = (call: Call, seen: Observation, sent: (call: Call) => void = () => undefined): ObjectValue =>
  call.host(rawAnswerType, { seen, sent, unset: call.unknown('the status of the raw reply') });
