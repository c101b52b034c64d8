import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import type { HttpBody, HttpRequest, MultipartPart } from '../../simulate/index.js';
import type { PreparedRequest } from '../prepare/prepared.js';
import type { TemplateScope } from '../template/resolve.js';
import { resolveExpression } from '../template/resolve.js';
import { asText, resolveText, type Template } from '../template/template.js';
import { TemplateError } from '../template/template-error.js';

export interface RequestTarget {
  readonly baseUrl: string;
  /** Origins that a step may name itself; those of the model's environments. */
  readonly origins: ReadonlySet<string>;
  /** Absolute path of the project: files to send are looked for below it. */
  readonly root: string;
}

export interface BuiltRequest {
  readonly request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>;
  /** The body before it was encoded. */
  readonly sent: unknown;
}

/** The request cannot be made as the step says, although its templates have values. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    message: string,
    readonly help?: string,
  ) {
    super(message);
  }
}

/**
 * A step with its values put in.
 * @throws TemplateError | RequestError
 */
export function buildRequest(step: PreparedRequest, scope: TemplateScope, target: RequestTarget): BuiltRequest {
  const url = addressOf(step, scope, target);
  const headers: Record<string, string> = {};
  let contentType = step.contentType;
  for (const [name, template] of step.headers) {
    const value = resolveText(template, scope);
    if (name.toLowerCase() === 'content-type') contentType = value;
    else headers[name] = value;
  }
  if (step.body === undefined) {
    if (contentType !== undefined && step.headers.some(([name]) => name.toLowerCase() === 'content-type'))
      headers['content-type'] = contentType;
    return { request: { method: step.method, url, headers }, sent: undefined };
  }
  const sent = step.body.resolve(scope);
  const body = encode(sent, contentType, target.root);
  // A multipart body has its boundary in the header, which only the one who encodes it knows.
  if (contentType !== undefined && body.kind !== 'multipart') headers['content-type'] = contentType;
  return { request: { method: step.method, url, headers, body }, sent };
}

function addressOf(step: PreparedRequest, scope: TemplateScope, target: RequestTarget): string {
  const path = pathOf(step.path, scope);
  const query = queryOf(step, scope);
  const separator = query === '' ? '' : path.includes('?') ? '&' : '?';
  if (/^https?:\/\//i.test(path)) {
    const url = new URL(path);
    if (!target.origins.has(url.origin)) {
      throw new RequestError(
        `The path leads to ${url.origin}, which is no environment of the model.`,
        'Requests go to the environments of the model only. Add one to tool.config.json, or write a path that begins with a slash.',
      );
    }
    return `${path}${separator}${query}`;
  }
  return `${target.baseUrl}${path.startsWith('/') ? '' : '/'}${path}${separator}${query}`;
}

/** Values are encoded, so that a value with a slash stays in its segment; an address at the very beginning is not. */
function pathOf(template: Template, scope: TemplateScope): string {
  const [only] = template.parts;
  if (template.parts.length === 1 && typeof only === 'string') return only;
  let text = '';
  for (const [index, part] of template.parts.entries()) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = asText(resolveExpression(part.expression, part.template, scope), part.template);
    if (index === 0 && /^https?:\/\//i.test(value)) {
      text += value.replace(/\/+$/, '');
      continue;
    }
    if (!text.includes('?')) {
      const next = template.parts[index + 1];
      const alone = (text === '' || text.endsWith('/')) && (next === undefined || (typeof next === 'string' && /^[/?]/.test(next)));
      if (alone && value === '') throw new TemplateError(part.template, 'is an empty text, so the path would be that of something else.');
      if (alone && /^(?:\.|%2e){1,2}$/i.test(value)) throw new TemplateError(part.template, `is "${value}", which means another path.`);
    }
    text += encodeURIComponent(value);
  }
  return text;
}

/** A list gives the parameter once for each element; null leaves it out. */
function queryOf(step: PreparedRequest, scope: TemplateScope): string {
  if (step.query.length === 0) return '';
  const pairs: string[] = [];
  for (const [name, tree] of step.query) {
    const value = tree.resolve(scope);
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== null && each !== undefined) pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(asText(each, name))}`);
    }
  }
  return pairs.join('&');
}

function encode(value: unknown, contentType: string | undefined, root: string): HttpBody {
  const type = (contentType ?? 'application/json').split(';')[0]!.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded' && isRecord(value)) return { kind: 'form', fields: formFields(value) };
  if (type === 'multipart/form-data' && isRecord(value)) return { kind: 'multipart', parts: partsOf(value, root) };
  if (/[/+]json$/.test(type)) return { kind: 'json', value };
  if (isRecord(value) && typeof value['file'] === 'string' && Object.keys(value).length === 1)
    return { kind: 'file', path: projectFile(root, value['file']), contentType: contentType! };
  if (typeof value === 'string') return { kind: 'text', text: value, contentType: contentType! };
  return { kind: 'json', value };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `a=1&a=2` for lists and `a[b]=1` for objects, as the parsers of the common frameworks read it. */
function formFields(value: Readonly<Record<string, unknown>>, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, child]): [string, string][] => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (child === null || child === undefined) return [];
    if (Array.isArray(child)) return child.map((element: unknown): [string, string] => [name, asText(element, name)]);
    return isRecord(child) ? formFields(child, name) : [[name, asText(child, name)]];
  });
}

/** `{"file": "<path>"}`, with `contentType` and `name` if wanted, sends a file; anything else is a field. */
function partsOf(value: Readonly<Record<string, unknown>>, root: string): MultipartPart[] {
  return Object.entries(value).flatMap(([name, child]): MultipartPart[] =>
    (Array.isArray(child) ? (child as unknown[]) : [child]).flatMap((each): MultipartPart[] => {
      if (each === null || each === undefined) return [];
      if (!isRecord(each) || typeof each['file'] !== 'string') return [{ name, value: asText(each, name) }];
      const file = projectFile(root, each['file']);
      let bytes: Uint8Array;
      try {
        bytes = readFileSync(file);
      } catch (error) {
        throw new RequestError(
          `The file ${each['file']} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`,
          'Paths are relative to the project.',
        );
      }
      return [
        {
          name,
          value: bytes,
          fileName: typeof each['name'] === 'string' ? each['name'] : basename(file),
          ...(typeof each['contentType'] === 'string' && { contentType: each['contentType'] }),
        },
      ];
    }),
  );
}

/** Workflows come from repositories and assistants: they send no file from outside of the project. */
function projectFile(root: string, given: string): string {
  const file = resolve(root, given);
  // Real paths: a symbolic link in the project may lead anywhere. What is not there cannot be sent; reading it says so.
  const path = existsSync(file) ? relative(realpathSync(root), realpathSync(file)) : relative(root, file);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path))
    throw new RequestError(`The file ${given} is not in the project, and only files of the project are sent.`, 'Copy it into the project.');
  return file;
}
