import type { Middleware, Shape } from '@tool/ir';
import type { Facts } from './facts.js';

const UPLOADS = /^(?:multer|busboy|formidable|express-fileupload|connect-multiparty|express-formidable|@koa\/multer|koa-multer)$/;

const FORM = 'application/x-www-form-urlencoded';

/** How a body is sent: as the functions that read it say, else as the parsers in front of the handler do. JSON where several do, or none is seen. */
export function contentTypeOf(chain: readonly { readonly middleware: Middleware; readonly own: boolean }[], facts: Facts): string {
  const uploads = chain.filter(
    ({ middleware }) =>
      middleware.origin?.module !== '@fastify/multipart' &&
      (middleware.type === 'upload' || (middleware.origin && UPLOADS.test(middleware.origin.module))),
  );
  // One for the whole application parses whatever comes: it is an upload where somebody looks at the files.
  const readsFiles = facts.reads.some((read) => read.part === 'context' && (read.path[0] === 'files' || read.path[0] === 'file'));
  if (uploads.some(({ own }) => own) || (uploads.length > 0 && readsFiles) || takesFiles(facts)) return 'multipart/form-data';
  const encoding = facts.behaviours.map((behaviour) => behaviour.encoding).findLast((each) => each !== undefined);
  if (encoding !== undefined) return encoding === FORM && takesFiles(facts) ? 'multipart/form-data' : encoding;
  const parsers = chain.filter(
    ({ middleware }) => middleware.origin && /^(?:express|body-parser|co-body|koa-body|koa-bodyparser)$/.test(middleware.origin.module),
  );
  const reads = (kind: RegExp): boolean => parsers.some(({ middleware }) => kind.test(middleware.origin!.path));
  return reads(/urlencoded/) && !reads(/json/) ? FORM : 'application/json';
}

/** A form with a file in it cannot be sent as text; a member that is documented as binary is one. */
const takesFiles = (facts: Facts): boolean =>
  [...facts.reads, ...facts.refinements].some(({ part, shape }) => part === 'body' && shape !== undefined && hasFile(shape));
const hasFile = (shape: Shape): boolean =>
  shape.kind === 'file' ||
  (shape.items !== undefined && hasFile(shape.items)) ||
  (shape.alternatives ?? []).some(hasFile) ||
  (shape.properties ?? []).some((property) => hasFile(property.shape) || property.shape.format === 'binary');
