import type { Provenance } from '@tool/scanner-sdk';

interface PackageAnswer {
  readonly status: number;
  readonly contentType?: string;
  /** Other requests it passes on. */
  readonly passesOn?: true;
}

const PAGE: PackageAnswer = { status: 200, contentType: 'text/html' };
const DOCUMENT: PackageAnswer = { status: 200, contentType: 'application/json' };
/** What it finds it sends with a type of its own. */
const FILE: PackageAnswer = { status: 200, passesOn: true };

/** What handlers answer that packages make, by the call that makes them. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, PackageAnswer>>>> = {
  '@hono/swagger-ui': { swaggerUI: PAGE },
  '@hono/swagger-editor': { swaggerEditor: PAGE },
  '@scalar/hono-api-reference': { Scalar: PAGE, apiReference: PAGE },
  'hono-openapi': { openAPIRouteHandler: DOCUMENT, openAPISpecs: DOCUMENT },
  ...Object.fromEntries(
    ['hono', '@hono/hono']
      .flatMap((name) => ['serve-static', 'cloudflare-workers', 'cloudflare-pages', 'bun', 'deno'].map((part) => `${name}/${part}`))
      .concat('@hono/node-server/serve-static')
      .map((module) => [module, { serveStatic: FILE }]),
  ),
};

/** What a handler of a package answers with, as far as the package says it. */
export function answerOf({ module, path }: Provenance): PackageAnswer | null {
  const made = Object.hasOwn(ANSWERS, module) ? ANSWERS[module]! : {};
  const name = path.endsWith('()') ? path.slice(0, -2) : '';
  return Object.hasOwn(made, name) ? made[name]! : null;
}
