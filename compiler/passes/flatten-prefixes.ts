import {
  endpointId,
  printSegments,
  type DiagnosticId,
  type Drop,
  type Endpoint,
  type EndpointSet,
  type ItemId,
  type Program,
  type Unresolved,
} from '@tool/ir';
import { definePass } from './pass.js';
import { conditionsOf, holeIn, unknownPath, walkProgram } from './walk.js';

/** See flatten-prefixes.md. */
export const flattenPrefixes = definePass({
  name: 'flatten-prefixes',
  from: 'program',
  to: 'endpoint-set',
  requires: ['T1', 'T3', 'T4', 'T5', 'T6'],
  establishes: ['E2', 'E3'],
  run: (program: Program): EndpointSet => {
    const endpoints: Endpoint[] = [];
    const unresolved: Unresolved[] = [];
    const belowHole = new Map<ItemId, number>();
    const covered = new Map<ItemId, number>();

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
      use(use, instance) {
        for (const form of use.path.forms ?? []) {
          const hole = instance.hole === null ? holeIn(form) : null;
          if (hole !== null)
            unresolved.push({ diagnostic: hole, what: 'use', path: printSegments([...instance.prefix, ...form]), place: use.place });
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
    ];
    return { kind: 'endpoint-set', program, endpoints, drops, unresolved, schemes: [], links: [], diagnostics: program.diagnostics };
  },
});
