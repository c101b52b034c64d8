import path from 'node:path';
import { signatureOf } from './file-signature.js';
import type { Observations } from './observations.js';
import { ProjectFiles } from './project-files.js';

/**
 * Whether a scan of the same root would learn the same of the disk, and so have the same result. Asks the questions of the last scan again, by the
 * same code; a file whose signature is the same is not opened. Loads nothing of the compiler but the class that reads files.
 */
export function stillHolds(observations: Observations): boolean {
  let files: ProjectFiles;
  try {
    files = new ProjectFiles(observations.root);
  } catch {
    return false;
  }
  if (files.root !== observations.root || files.boundary !== observations.boundary) return false;
  const same = (file: string, signature: string | null): boolean => signature !== null && signature === signatureOf(file);
  return (
    observations.texts.every((text) => same(text.path, text.signature) || files.textDigest(text.path) === text.digest) &&
    observations.folders.every(
      (folder) => same(folder.path, folder.signature) || files.folderDigest(folder.path, folder.listed, folder.asked) === folder.digest,
    ) &&
    observations.manifests.every(
      (manifest) =>
        same(path.join(manifest.path, 'package.json'), manifest.signature) || files.manifestDigest(manifest.path) === manifest.digest,
    )
  );
}
