import type { ProjectFiles } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { dataOf, dataOfText } from '../modules/data-files.js';
import { loadFile } from '../modules/modules.js';
import * as paths from '../values/paths.js';
import { unknown } from '../values/values.js';
import type { RealmHost } from './realm.js';

/** The files of the project, as the model of a package asks for them. */
export function projectFiles(evaluator: Evaluator, from: string, host: RealmHost): ProjectFiles {
  const { workingDirectory } = evaluator.host;
  const at = (path: string): string => paths.resolve(workingDirectory, path);
  return {
    workingDirectory,
    directory: paths.dirname(from),
    mainFile: evaluator.host.mainFile,
    readDirectory: (folder) => evaluator.host.readDirectory(at(folder)),
    exists: (path) => evaluator.host.exists(at(path)),
    readText: (path) => evaluator.host.readText(at(path)),
    data: (path) => dataOf(evaluator, at(path)),
    dataOfText: (text) => dataOfText(evaluator, text),
    load: (path) => {
      const resolution = evaluator.host.resolve(at(path), from, true);
      return (
        (resolution.kind === 'source' || resolution.kind === 'json' ? loadFile(evaluator, resolution.file) : null) ??
        unknown(`the module ${evaluator.host.portable(path)}, which does not exist`)
      );
    },
    alias: (prefix, folder) => host.alias(prefix, at(folder)),
  };
}
