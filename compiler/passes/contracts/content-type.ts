import type { Middleware } from '@tool/ir';
import type { Facts } from './facts.js';

const UPLOADS = /^(?:multer|busboy|formidable|express-fileupload|connect-multiparty|express-formidable|@koa\/multer|koa-multer)$/;

/** How a body is sent: as the parsers in front of the handler read it. JSON where several do, or none is seen. */
export function contentTypeOf(chain: readonly { readonly middleware: Middleware; readonly own: boolean }[], facts: Facts): string {
  const uploads = chain.filter(({ middleware }) => middleware.origin?.module !== '@fastify/multipart' && (middleware.type === 'upload' || (middleware.origin && UPLOADS.test(middleware.origin.module))));
  // One for the whole application parses whatever comes: it is an upload where somebody looks at the files.
  const readsFiles = facts.reads.some((read) => read.part === 'context' && (read.path[0] === 'files' || read.path[0] === 'file'));
  if (uploads.some(({ own }) => own) || (uploads.length > 0 && readsFiles)) return 'multipart/form-data';
  const parsers = chain.filter(({ middleware }) => middleware.origin && /^(?:express|body-parser|co-body|koa-body|koa-bodyparser)$/.test(middleware.origin.module));
  const reads = (kind: RegExp): boolean => parsers.some(({ middleware }) => kind.test(middleware.origin!.path));
  return reads(/urlencoded/) && !reads(/json/) ? 'application/x-www-form-urlencoded' : 'application/json';
}
