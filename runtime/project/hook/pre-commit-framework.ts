import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import { editYaml } from './edit-yaml.js';
import type { HookManager } from './hook-manager.js';
import { hookId, isCalledFor, portableCommand, type HookPlace } from './hook-place.js';

const NAME = '.pre-commit-config.yaml';
const fileOf = ({ repository }: HookPlace): string =>
  ['.pre-commit-config.yaml', '.pre-commit-config.yml'].map((name) => join(repository, name)).find((file) => existsSync(file)) ??
  join(repository, NAME);

export const preCommitFramework: HookManager = {
  name: 'pre-commit',
  title: 'the pre-commit framework',
  detect: (place) => existsSync(fileOf(place)),
  fileOf,
  isActive: (place) => isCalledFor(place, 'pre-commit'),
  activate: 'pre-commit install',
  install(place) {
    const file = fileOf(place);
    const id = hookId(place);
    const entry = portableCommand(place);
    let known = false;
    const changed = editYaml(file, (document) => {
      const present = find(document, id);
      known = present !== null;
      if (present) {
        if (present.hook.get('entry') === entry) return false;
        present.hook.set('entry', entry);
        return true;
      }
      const repository = {
        repo: 'local',
        hooks: [
          {
            id,
            name: 'The model of the API is up to date',
            entry,
            language: 'system',
            pass_filenames: false,
            types_or: ['javascript', 'ts', 'tsx', 'jsx', 'json'],
          },
        ],
      };
      if (isSeq(document.get('repos'))) document.addIn(['repos'], document.createNode(repository));
      else document.set('repos', document.createNode([repository]));
      return true;
    });
    return { file, state: !changed ? 'unchanged' : known ? 'updated' : 'installed' };
  },
  uninstall(place) {
    const file = fileOf(place);
    if (!existsSync(file)) return { file, state: 'absent' };
    const changed = editYaml(file, (document) => {
      const present = find(document, hookId(place));
      if (present === null) return false;
      document.deleteIn(['repos', present.repository, 'hooks', present.position]);
      const left = document.getIn(['repos', present.repository, 'hooks']);
      if (isSeq(left) && left.items.length === 0) document.deleteIn(['repos', present.repository]);
      return true;
    });
    return { file, state: changed ? 'removed' : 'absent' };
  },
};

function find(document: Document, id: string): { readonly repository: number; readonly position: number; readonly hook: YAMLMap } | null {
  const repositories = document.get('repos');
  if (!isSeq(repositories)) return null;
  for (const [repository, one] of repositories.items.entries()) {
    const hooks = isMap(one) ? one.get('hooks') : undefined;
    if (!isSeq(hooks)) continue;
    for (const [position, hook] of hooks.items.entries()) if (isMap(hook) && hook.get('id') === id) return { repository, position, hook };
  }
  return null;
}
