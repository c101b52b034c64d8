import type { ProjectFiles } from '@tool/scanner-sdk';

/** A file whose place below a folder is the path that it answers. */
export interface PathFile {
  readonly path: string;
  readonly file: string;
}

const SOURCE = /\.[cm]?[jt]s$/;
const DECLARATION = /\.d\.[cm]?ts$/;

/**
 * The files below a folder by the paths that they stand for: `pets/{id}.ts` is `/pets/{id}`, `pets/index.ts` is `/pets`. Null when the folder
 * is not there; that of a build is looked for where its sources are.
 */
export function pathFiles(project: ProjectFiles, folder: string): readonly PathFile[] | null {
  const found = [folder, folder.replace(/(^|\/)(?:dist|build|out|lib)(?=\/)/, '$1src')].find(
    (each) => project.exists(each) === 'directory',
  );
  if (found === undefined) return null;
  const files: PathFile[] = [];
  const visit = (at: string, prefix: string): void => {
    for (const { name, directory } of project.readDirectory(at) ?? []) {
      if (directory) visit(`${at}/${name}`, `${prefix}/${name}`);
      else if (SOURCE.test(name) && !DECLARATION.test(name))
        files.push({ path: `${prefix}/${name.replace(SOURCE, '')}`.replace(/\/index$/, '') || '/', file: `${at}/${name}` });
    }
  };
  visit(found.replace(/\/+$/, ''), '');
  return files;
}
