import * as pigeon from './pigeon';
import * as train from './train';

const carriers = { pigeon, train };

// Compiled to CommonJS the module finds its exports there, so that tests can put others in their place.
export const addRoutes = (office) => {
  for (const name of Object.keys(carriers)) {
    const add = exports.memberOf(name, 'add');
    if (add) add((path, handler) => office.post(`/${name}${path}`, handler));
  }
};
export const carrierNamed = (name) => carriers[name];
export function memberOf(name, member) {
  const found = module.exports.carrierNamed(name)[member];
  return typeof found === 'function' ? found : null;
}
