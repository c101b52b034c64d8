import { defineHostType, type Call, type HostType, type Value } from '@tool/scanner-sdk';

/** What the platform gives a request: settings and services, under names that only the deployment knows the values of. */
const bindingsType: HostType<null> = defineHostType<null>({
  name: 'bindings',
  inert: true,
  methods: {},
  missing: (call, key) => {
    if (['then', 'constructor', 'toJSON'].includes(key)) return undefined;
    const value = call.unknown(`${key} of what the platform gives`);
    return value.kind === 'unknown' ? { ...value, taint: `env.${key}` } : value;
  },
});
export const bindingsOf = (call: Call): Value => call.host(bindingsType, null);
