import type { Middleware, RequestBody, Shape } from '@tool/ir';
import { optionsOf } from '../package-guards.js';
import { evidence, isParser, looksAtFiles, type Facts } from './facts.js';

const UPLOADS = /^(?:multer|busboy|formidable|express-fileupload|connect-multiparty|express-formidable|@koa\/multer|koa-multer)$/;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** A middleware in front of a handler; `own`: the route's own; `forAll`: in front of everything behind it. */
interface Entry {
  readonly middleware: Middleware;
  readonly own: boolean;
  readonly forAll: boolean;
}

/** Frameworks that parse JSON and forms behind the parsers of the program. */
const PARSES_ITSELF: ReadonlySet<string> = new Set(['@nestjs/core']);

/** The parsers that say how a body is sent. What the framework parses itself another one of the whole application only is in the way of where it takes that, too. */
export const parsersIn = (chain: readonly Entry[], framework: string | undefined): readonly Entry[] =>
  chain.filter(
    ({ middleware, forAll }) => isParser(middleware) && !(forAll && PARSES_ITSELF.has(framework ?? '') && !takesJson(middleware)),
  );

function takesJson(middleware: Middleware): boolean {
  const { type } = optionsOf(middleware.arguments ?? []) ?? {};
  return (
    !/\b(?:text|raw|urlencoded)\(\)$/.test(middleware.origin!.path) ||
    (type !== undefined && (typeof type !== 'string' || /json|\*\/\*/.test(type)))
  );
}

/** What `text()` and `raw()` leave as the body, where they parse it for this route, or for all and nothing else does: a text, or bytes. Members of it are JavaScript's. */
export function unparsedBody(parsers: readonly Entry[], facts: Facts): RequestBody | undefined {
  const leaves = ({ middleware }: Entry): string | undefined => /\b(text|raw)\(\)$/.exec(middleware.origin!.path)?.[1];
  const parser = parsers.findLast(({ own }) => own) ?? (parsers.every(leaves) ? parsers.at(-1) : undefined);
  const kind = parser && leaves(parser);
  if (!kind || (!parser.own && !facts.reads.some(({ part }) => part === 'body'))) return undefined;
  const { type } = optionsOf(parser.middleware.arguments ?? []) ?? {};
  const stated = [type].flat().find((each): each is string => typeof each === 'string' && /^[^*]+\/[^*]+$/.test(each));
  return {
    contentType: stated ?? (kind === 'text' ? 'text/plain' : 'application/octet-stream'),
    shape: kind === 'text' ? { kind: 'string' } : { kind: 'string', format: 'binary' },
    evidence: evidence('code', parser.middleware.place),
  };
}

/** How a body is sent: as the functions that read it say, else as the parsers in front of the handler do. JSON where several do, or none is seen. */
export function contentTypeOf(chain: readonly Entry[], parsers: readonly Entry[], facts: Facts): string {
  const uploads = chain.filter(
    ({ middleware }) =>
      middleware.origin?.module !== '@fastify/multipart' &&
      (middleware.type === 'upload' || (middleware.origin && UPLOADS.test(middleware.origin.module))),
  );
  // One for the whole application parses whatever comes: it is an upload where somebody looks at the files.
  if (uploads.some(({ own }) => own) || (uploads.length > 0 && looksAtFiles(facts)) || takesFiles(facts)) return 'multipart/form-data';
  const encodings = facts.behaviours.flatMap(({ encoding }) => encoding ?? []);
  // Who reads a form reads each kind of them: a route that states which it is says more. What is read last is what is used.
  if (encodings.at(-1) === JSON_TYPE) return JSON_TYPE;
  if (encodings.length > 0) return encodings.findLast((each) => each !== FORM && each !== JSON_TYPE) ?? FORM;
  const reads = (kind: RegExp): boolean => parsers.some(({ middleware }) => kind.test(middleware.origin!.path));
  return reads(/urlencoded/) && !reads(/json/) ? FORM : JSON_TYPE;
}

/** A form with a file in it cannot be sent as text; a member that is documented as binary is one. */
const takesFiles = (facts: Facts): boolean =>
  [...facts.reads, ...facts.refinements].some(({ part, shape }) => part === 'body' && shape !== undefined && hasFile(shape));
const hasFile = (shape: Shape): boolean =>
  shape.kind === 'file' ||
  (shape.items !== undefined && hasFile(shape.items)) ||
  (shape.alternatives ?? []).some(hasFile) ||
  (shape.properties ?? []).some((property) => hasFile(property.shape) || property.shape.format === 'binary');
