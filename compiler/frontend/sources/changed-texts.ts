import path from 'node:path';
import { signatureOf } from './file-signature.js';
import type { Observations } from './observations.js';
import { ProjectFiles } from './project-files.js';

/**
 * The files that a scan has read and that have another text now (absolute paths), when that is all that it would learn otherwise; null when folders or
 * manifests are others as well, or a file is gone.
 */
export function changedTexts(observations: Observations): readonly string[] | null {
  const files = new ProjectFiles(observations.root);
  if (files.root !== observations.root || files.boundary !== observations.boundary) return null;
  const same = (file: string, signature: string | null): boolean => signature !== null && signature === signatureOf(file);
  const { folders, manifests, texts } = observations;
  if (
    !folders.every(
      (folder) => same(folder.path, folder.signature) || files.folderDigest(folder.path, folder.listed, folder.asked) === folder.digest,
    )
  )
    return null;
  if (
    !manifests.every(
      (manifest) =>
        same(path.join(manifest.path, 'package.json'), manifest.signature) || files.manifestDigest(manifest.path) === manifest.digest,
    )
  )
    return null;
  const changed = texts
    .filter((text) => !same(text.path, text.signature) && files.textDigest(text.path) !== text.digest)
    .map((text) => text.path);
  return changed.every((file) => files.readText(file) !== null) ? changed : null;
}
