import { defineLibrary, HTTP_METHODS, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, unmodelled } from './support/fallback.js';

const single = (name: string, transfer: Transfer): ModuleModel => (realm) => realm.fn(name, transfer, { default: realm.fn(name, transfer) });

/** `urlJoin('/api', 'v1')`: one slash between the parts; what is not known of them stays a part of its own. */
const urlJoin: Transfer = (call) => {
  const given = call.elements(argument(call, 0)) ?? call.args;
  const parts: (string | Value)[] = [];
  for (const [index, value] of given.entries()) {
    const text = call.text(value);
    if (index > 0) parts.push('/');
    parts.push(text ?? value);
  }
  if (parts.every((part) => typeof part === 'string')) return call.const(parts.join('').replace(/([^:/]|^)\/{2,}/g, '$1/').replace(/(.)\/(?=[?#]|$)/, '$1'));
  return { kind: 'template', parts, origin: null };
};

/** A list of any depth as a flat one. */
const flatten: Transfer = (call) => {
  const list = argument(call, 0);
  return call.elements(list) === null ? unmodelled(call, 'array-flatten', 'default()') : call.invoke(call.get(list, 'flat'), [call.const(20)], list);
};

const flattenModel: ModuleModel = (realm) => realm.fn('flatten', flatten, { default: realm.fn('flatten', flatten), flatten: realm.fn('flatten', flatten) });

export const textAndListsLibrary = defineLibrary({
  modules: {
    methods: (realm) => realm.list(HTTP_METHODS.map((method) => realm.const(method.toLowerCase()))),
    'url-join': single('urlJoin', urlJoin), 'proper-url-join': single('urlJoin', urlJoin),
    'array-flatten': flattenModel, 'arr-flatten': flattenModel,
    slash: single('slash', (call) => { const text = call.text(argument(call, 0)); return text === null ? argument(call, 0) : call.const(text.replace(/\\/g, '/')); }),
  },
});
