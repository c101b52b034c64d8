import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fromFiles, type SplitFiles } from '../../backends/split-yaml/index.js';
import { validate, type Model, type ValidationError } from '../../schemas/index.js';
import { validateModel, type PlacedFinding, type ValidationContext } from '../review/index.js';
import { conflictMarker, JsonSyntaxError, mergeHelp, normaliseModel, parseJson, readSplitFiles, storePaths } from '../store/index.js';
import { noModel } from './project-model.js';
import { disagreementNote } from './split-yaml.js';

/** What was checked, and what is wrong with it. */
export interface ProjectFindings {
  /** Files that were looked at, relative to the project. */
  readonly files: readonly string[];
  readonly findings: readonly PlacedFinding[];
  /** The model of model.json; absent when it does not have the form of one. */
  readonly model?: Model;
}

const MODEL = '.tool/model.json';

/**
 * What is wrong with the model of a project, in model.json and in the split YAML files, each finding where it is written.
 * @throws UsageError when there is no model
 */
export async function validateProject(root: string): Promise<ProjectFindings> {
  const file = storePaths(root).model;
  const split = readSplitFiles(root);
  if (!existsSync(file) && split === null) throw await noModel(root);
  const context: ValidationContext = { linesOf: lineCounter(root) };
  const json = existsSync(file) ? inJson(readFileSync(file, 'utf8'), context) : { findings: [] };
  if (split === null) return { files: [MODEL], ...json };
  const yaml = inYaml(split, context);
  const findings = [...json.findings, ...yaml.findings];
  const note = json.model && yaml.model ? disagreementNote(json.model, yaml.model, split) : null;
  if (note !== null)
    findings.push({ code: 'yaml-disagrees', severity: 'warning', file: '.tool/api.yaml', line: 1, column: 1, message: note });
  return { files: [MODEL, ...[...split.keys()].map((name) => `.tool/${name}`)], findings, ...(json.model && { model: json.model }) };
}

interface Checked {
  readonly findings: PlacedFinding[];
  readonly model?: Model;
}

function inJson(text: string, context: ValidationContext): Checked {
  let parsed: ReturnType<typeof parseJson>;
  try {
    parsed = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const merge = conflictMarker(text);
    if (merge !== null)
      return {
        findings: [
          {
            code: 'syntax',
            severity: 'error',
            file: MODEL,
            line: merge.line,
            column: 1,
            message: `This file is half merged: git left a conflict marker (${merge.marker}) here.`,
            help: mergeHelp(MODEL),
          },
        ],
      };
    return {
      findings: [
        {
          code: 'syntax',
          severity: 'error',
          file: MODEL,
          ...error.position,
          message: `This is not JSON: ${error.message}.`,
          help: 'Correct it, or take back its last committed version.',
        },
      ],
    };
  }
  const at = (pointer: string, part?: 'key' | 'value'): { file: string; line: number; column: number } => ({
    file: MODEL,
    ...parsed.locate(pointer, part),
  });
  const twice = parsed.duplicates.map(({ key, position }): PlacedFinding => ({
    code: 'duplicate-key',
    severity: 'error',
    file: MODEL,
    ...position,
    message: `The key "${key}" is there twice; only the last one counts.`,
    help: 'Delete one of them.',
  }));
  const checked = check(parsed.value, at, context);
  return { ...checked, findings: [...twice, ...checked.findings] };
}

function inYaml(files: SplitFiles, context: ValidationContext): Checked {
  const read = fromFiles(files);
  const at = (pointer: string, part?: 'key' | 'value'): { file: string; line: number; column: number } => {
    const place = read.locate(pointer, part);
    return { ...place, file: `.tool/${place.file}` };
  };
  if (read.problems.length === 0) return check(read.value, at, context);
  return {
    findings: read.problems.map(({ file, line, column, message }) => ({
      code: 'syntax',
      severity: 'error',
      file: `.tool/${file}`,
      line,
      column,
      message: `${message}.`,
      help: 'Correct it, or write the files again with `tool model export --yaml --force`.',
    })),
  };
}

function check(
  value: unknown,
  at: (pointer: string, part?: 'key' | 'value') => { file: string; line: number; column: number },
  context: ValidationContext,
): Checked {
  const result = validate('model', normaliseModel(value));
  if (!result.ok)
    return {
      findings: result.errors.map((error) => ({
        code: 'schema',
        severity: 'error',
        ...at(...placeOf(error)),
        message: `${readable(error.pointer)}${error.message}.`,
        help: 'Correct it; the schema of the model says what each field holds.',
      })),
    };
  const findings = validateModel(result.value, context)
    .map(({ code, severity, pointer, part, message, help }): PlacedFinding => ({ code, severity, ...at(pointer, part), message, help }))
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column));
  return { findings, model: result.value };
}

const placeOf = (error: ValidationError): [pointer: string, part: 'key' | 'value'] =>
  error.unknownKey === undefined
    ? [error.pointer, 'value']
    : [`${error.pointer}/${error.unknownKey.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'key'];
const readable = (pointer: string): string => (pointer === '' ? '' : `${pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')}: `);

/** Counts the lines of each file once. */
function lineCounter(root: string): ValidationContext['linesOf'] {
  const known = new Map<string, number | null | undefined>();
  return (file) => {
    if (!known.has(file)) known.set(file, countLines(join(root, file)));
    return known.get(file);
  };
}

function countLines(file: string): number | null | undefined {
  try {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
    const text = readFileSync(file, 'utf8');
    return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  } catch {
    return undefined;
  }
}

/** Path from the root of the repository to a project, `''` or ending with a slash: services that show findings know files by it. */
export function repositoryPrefix(root: string): string {
  for (let folder = resolve(root); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')))
      return relative(folder, resolve(root))
        .split(sep)
        .filter(Boolean)
        .map((part) => `${part}/`)
        .join('');
    if (folder === dirname(folder)) return '';
  }
}
