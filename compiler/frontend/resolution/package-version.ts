import path from 'node:path';
import type { ProjectFiles } from '../sources/project-files.js';

/** A package's version: the installed one, else the range that the nearest manifests state. */
export function versionOf(files: ProjectFiles, name: string, from: string): string | null {
  for (let folder = path.dirname(from); ; folder = path.dirname(folder)) {
    const installed = files.manifest(path.join(folder, 'node_modules', name));
    if (installed?.version) return installed.version;
    const manifest = files.manifest(folder);
    if (manifest?.name === name && manifest.version) return manifest.version;
    const range = manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name] ?? manifest?.peerDependencies?.[name];
    if (range) return range;
    if (folder === path.dirname(folder)) return null;
  }
}
