import { later } from './later.mjs';
import { registry } from './registry.mjs';
export function describePuffin() { return `/puffins/${later.name}`; }
queueMicrotask(() => {});
export const install = () => registry.push(['/puffins', (req, res) => res.end()]);
later.run = install;
