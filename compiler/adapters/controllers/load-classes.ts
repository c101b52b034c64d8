import type { Call, Emit, Value } from '@tool/scanner-sdk';
import { controllersDiagnostics } from './diagnostics.js';

const SOURCE = /(?<!\.d)\.[cm]?[jt]sx?$/;
const NO_SERVER =
  /(?:^|\/)(?:node_modules|\.[^/]*|tests?|__tests__|specs?|e2e|fixtures?|mocks?|dist|build|coverage|public|migrations?)$|\.(?:spec|test|e2e-spec)\.[cm]?[jt]sx?$/i;
const MAX_DEPTH = 10;

/** A pattern for compiled files, as the patterns for the sources that they are made of. */
function sourcePatterns(pattern: string): readonly string[] {
  const normal = pattern.replace(/\\/g, '/');
  const extended = normal
    .replace(/\.js$/, '.{ts,js}')
    .replace(/\.\{(?:ts,\s*js|js,\s*ts)\}$/, '.{ts,js}')
    .replace(/\{\.js,\.ts\}$|\{\.ts,\.js\}$/, '.{ts,js}');
  const unbuilt = extended.replace(/(^|\/)(?:dist|build|lib|out)\//, '$1src/');
  return [...new Set([normal, extended, unbuilt, extended.replace(/(^|\/)(?:dist|build|lib|out)\//, '$1')])];
}

/** The files that a pattern matches: of the built ones, where there are none, their sources. `folder`: where the pattern begins, unless it is the program's. */
export function filesOf(call: Call, pattern: string, folder: string | null = null): readonly string[] {
  const glob = call.module?.('glob');
  if (!glob) return [];
  for (const each of sourcePatterns(pattern)) {
    const found = call.elements(
      call.invoke(call.get(glob, 'sync'), [
        call.const(each),
        ...(folder === null ? [] : [call.record({ cwd: call.const(folder), absolute: call.const(true) })]),
      ]),
    );
    const files = (found ?? []).map((file) => call.text(file)).filter((file): file is string => file !== null && SOURCE.test(file));
    if (files.length > 0) return files;
  }
  return [];
}

/** The classes among the exports of a file, in order. */
function classesIn(call: Call, exported: Value, depth = 0): readonly Value[] {
  if (call.isFunction(exported)) return [exported];
  const members = call.elements(exported) ?? call.knownEntries?.(exported)?.map(([, value]) => value) ?? [];
  return depth < 2 ? members.flatMap((member) => classesIn(call, member, depth + 1)) : [];
}

/**
 * What a list of classes and of patterns of files stands for, as libraries that load controllers take it.
 * @returns the classes; null when the list says nothing
 */
export function listedClasses(call: Call, emit: Emit, library: string, list: Value): readonly Value[] | null {
  const elements = call.elements(list);
  if (elements === null) {
    if (!call.isUndefined(list))
      emit.report(controllersDiagnostics, 'unknown-controllers', { library, value: call.describe(list) || 'a value' });
    return null;
  }
  const classes = elements
    .flatMap((element) => call.alternatives(element))
    .flatMap((element): readonly Value[] => {
      if (call.isFunction(element)) return [element];
      const pattern = call.text(element);
      if (pattern === null) {
        emit.report(controllersDiagnostics, 'unknown-controllers', { library, value: call.describe(element) || 'a value' });
        return [];
      }
      return filesOf(call, pattern).flatMap((file) => classesIn(call, call.project!.load(file)));
    });
  return elements.length === 0 ? null : [...new Set(classes)];
}

/** Loads the sources of the package that import the library and declare a controller: what a server whose patterns nobody knows would find. */
export function loadAll(call: Call, emit: Emit, library: string, declares: RegExp): void {
  const { project } = call;
  if (!project) return;
  const files: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const { name, directory } of project.readDirectory(folder) ?? []) {
      const path = `${folder}/${name}`;
      if (NO_SERVER.test(path)) continue;
      if (directory) {
        if (depth < MAX_DEPTH) visit(path, depth + 1);
        continue;
      }
      const text = SOURCE.test(name) ? project.readText(path) : null;
      if (text !== null && declares.test(text) && text.includes(library)) files.push(path);
    }
  };
  visit(project.workingDirectory, 0);
  if (files.length === 0) return;
  emit.report(controllersDiagnostics, 'assumed-controllers', {
    library,
    files: files.map((file) => file.slice(project.workingDirectory.length + 1)).join(', '),
  });
  for (const file of files) project.load(file);
}
