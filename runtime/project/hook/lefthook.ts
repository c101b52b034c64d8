import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isSeq, type Document } from 'yaml';
import { UsageError } from '../usage-error.js';
import { editYaml } from './edit-yaml.js';
import type { HookManager } from './hook-manager.js';
import { hookId, isCalledFor, portableCommand, type HookPlace } from './hook-place.js';

const NAMES = ['lefthook.yml', '.lefthook.yml', 'lefthook.yaml', '.lefthook.yaml'];
const OTHERS = ['lefthook.toml', '.lefthook.toml', 'lefthook.json', '.lefthook.json', 'lefthook.jsonc', '.lefthook.jsonc'];

const fileOf = ({ repository }: HookPlace): string | undefined =>
  [...NAMES, ...OTHERS].map((name) => join(repository, name)).find((file) => existsSync(file));

export const lefthook: HookManager = {
  name: 'lefthook',
  title: 'lefthook',
  detect: (place) => fileOf(place) !== undefined,
  fileOf,
  isActive: (place) => isCalledFor(place, 'lefthook'),
  activate: 'lefthook install',
  install(place) {
    const file = fileOf(place) ?? join(place.repository, NAMES[0]!);
    const run = portableCommand(place);
    if (!/\.ya?ml$/.test(file))
      throw new UsageError(
        `${file} is not written in YAML, and only that can be edited.`,
        `Add a pre-commit command to it yourself: ${run}`,
      );
    const id = hookId(place);
    let known = false;
    const changed = editYaml(file, (document) => {
      known = find(document, id) !== undefined;
      if (find(document, id) === run) return false;
      const jobs = document.getIn(['pre-commit', 'jobs']);
      if (isSeq(jobs)) {
        const at = jobs.items.findIndex((item) => isMap(item) && item.get('name') === id);
        if (at >= 0) document.setIn(['pre-commit', 'jobs', at, 'run'], run);
        else document.addIn(['pre-commit', 'jobs'], document.createNode({ name: id, run }));
      } else document.setIn(['pre-commit', 'commands', id, 'run'], run);
      return true;
    });
    return { file, state: !changed ? 'unchanged' : known ? 'updated' : 'installed' };
  },
  uninstall(place) {
    const file = fileOf(place);
    if (file === undefined || !/\.ya?ml$/.test(file)) return { file: file ?? join(place.repository, NAMES[0]!), state: 'absent' };
    const id = hookId(place);
    const changed = editYaml(file, (document) => {
      if (find(document, id) === undefined) return false;
      const jobs = document.getIn(['pre-commit', 'jobs']);
      const at = isSeq(jobs) ? jobs.items.findIndex((item) => isMap(item) && item.get('name') === id) : -1;
      document.deleteIn(at >= 0 ? ['pre-commit', 'jobs', at] : ['pre-commit', 'commands', id]);
      for (const path of [['pre-commit', at >= 0 ? 'jobs' : 'commands'], ['pre-commit']]) {
        const left = document.getIn(path);
        if ((isMap(left) || isSeq(left)) && left.items.length === 0) document.deleteIn(path);
      }
      return true;
    });
    return { file, state: changed ? 'removed' : 'absent' };
  },
};

/** What the hook runs; undefined when there is none. */
function find(document: Document, id: string): unknown {
  const jobs = document.getIn(['pre-commit', 'jobs']);
  const job = isSeq(jobs) ? jobs.items.find((item) => isMap(item) && item.get('name') === id) : undefined;
  return isMap(job) ? job.get('run') : document.getIn(['pre-commit', 'commands', id, 'run']);
}
