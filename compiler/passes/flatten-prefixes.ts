import {
  endpointId,
  printSegments,
  type DiagnosticId,
  type Drop,
  type Endpoint,
  type EndpointSet,
  type ItemId,
  type Middleware,
  type Program,
  type Unresolved,
} from '@tool/ir';
import { coreDiagnostics } from './diagnostics.js';
import { definePass } from './pass.js';
import { conditionsOf, holeIn, unknownPath, walkProgram } from './walk.js';

/** See flatten-prefixes.md. */
export const flattenPrefixes = definePass({
  name: 'flatten-prefixes',
  from: 'program',
  to: 'endpoint-set',
  requires: ['T1', 'T3', 'T4', 'T5', 'T6'],
  establishes: ['E2', 'E3'],
  asksOfHandlers: () => null,
  run: (program: Program, context): EndpointSet => {
    const middlewares = new Map(program.middlewares.map((middleware) => [middleware.id, middleware]));
    const answering = new Map<string, DiagnosticId>();
    const endpoints: Endpoint[] = [];
    const unresolved: Unresolved[] = [];
    const belowHole = new Map<ItemId, number>();
    const covered = new Map<ItemId, number>();
    const outside = new Map<ItemId, number>();

    walkProgram(program, {
      route(route, own, instance, choices) {
        const segments = [...instance.prefix, ...own];
        const hole: DiagnosticId | null = instance.hole ?? holeIn(own);
        if (hole !== null) {
          unresolved.push({ diagnostic: hole, what: 'route', method: route.method, path: printSegments(segments), place: route.place });
          belowHole.set(route.id, (belowHole.get(route.id) ?? 0) + 1);
          return;
        }
        endpoints.push({
          id: endpointId(endpoints.length),
          method: route.method,
          path: printSegments(segments),
          segments,
          trail: [...instance.trail, { item: route.id, router: instance.router.id, segments: own }],
          chain: [],
          handler: route.handler,
          ...(conditionsOf(choices).length > 0 ? { conditional: true } : {}),
        });
      },
      covered(route) {
        covered.set(route.id, (covered.get(route.id) ?? 0) + 1);
      },
      outside(route) {
        outside.set(route.id, (outside.get(route.id) ?? 0) + 1);
      },
      use(use, instance) {
        for (const form of use.path.forms ?? []) {
          const hole = instance.hole === null ? holeIn(form) : null;
          if (hole !== null)
            unresolved.push({ diagnostic: hole, what: 'use', path: printSegments([...instance.prefix, ...form]), place: use.place });
          if (instance.hole !== null || hole !== null || use.phase !== undefined) continue;
          const middleware = middlewares.get(use.middleware)!;
          if (!answersAll(middleware, form.length > 0)) continue;
          const path = printSegments([...instance.prefix, ...form]);
          // One call with several paths is said once.
          const registration = JSON.stringify([use.middleware, use.place]);
          let diagnostic = answering.get(registration);
          if (diagnostic === undefined) {
            const name = middleware.name || 'a function';
            diagnostic = context.report(coreDiagnostics, 'answers-without-route', { middleware: name, path }, use.place);
            answering.set(registration, diagnostic);
          }
          unresolved.push({ diagnostic, what: 'use', path, place: use.place });
        }
      },
      opaque(opaque, instance) {
        // Below a known router each route is listed by itself.
        if (opaque.target !== undefined) return;
        const forms = opaque.path?.forms ?? [[unknownPath(opaque)]];
        for (const form of forms) {
          unresolved.push({
            diagnostic: opaque.diagnostic,
            what: opaque.what,
            ...(opaque.method === undefined ? {} : { method: opaque.method }),
            path: printSegments([...instance.prefix, ...form]),
            place: opaque.place,
          });
        }
      },
    });

    const drops = [
      ...[...belowHole].map(([item, count]): Drop => ({ item, why: 'below-hole', count })),
      ...[...covered].map(([item, count]): Drop => ({ item, why: 'covered-spelling', count })),
      ...[...outside].map(([item, count]): Drop => ({ item, why: 'outside-route', count })),
    ];
    return { kind: 'endpoint-set', program, endpoints, drops, unresolved, schemes: [], links: [], diagnostics: program.diagnostics };
  },
});

/**
 * Whether a function of the program that is registered with `use` serves every request that comes to it. One without a path of its own that sends a page
 * is what a server shows where nothing else answers.
 */
function answersAll({ origin, facts, behaviour }: Middleware, hasPath: boolean): boolean {
  if (origin || !facts || facts.parameters === 4 || !behaviour || behaviour.passesOn) return false;
  // What is handed on may be errors alone.
  if (facts.continues !== 'never' && (behaviour.failures.length === 0 || behaviour.mayAnswer)) return false;
  if (hasPath && behaviour.mayAnswer) return true;
  return behaviour.answers.some(
    ({ status, contentType }) => (status === null || status < 400) && (hasPath || (contentType === 'application/json' && status !== null)),
  );
}
