import { isSpan, printSegments, type EndpointSet, type Item, type Path, type Place } from '@tool/ir';

/** A router, and what was registered on it, in the order of registration. */
export interface RouteNode {
  readonly kind: 'router' | 'mount' | 'use' | 'route' | 'branch' | 'opaque';
  /** What a person reads: the router's name, the middleware's, the handler's, the condition. */
  readonly label: string;
  readonly method?: string;
  /** As written here, not the full path. */
  readonly path?: string;
  readonly file?: string;
  readonly line?: number;
  /** Framework of a router; type of a middleware; whether what is in a mounted scope stays in it. */
  readonly note?: string;
  readonly children?: readonly RouteNode[];
}

/** A router that is mounted in many places is shown in each of them; a program that multiplies itself is cut here. */
const MOST = 20_000;
const DEEPEST = 40;

/** The registrations of a program as a tree: what the model, which lists endpoints, no longer shows. */
export function routeTree({ program, diagnostics }: EndpointSet): readonly RouteNode[] {
  const routers = new Map(program.routers.map((router) => [router.id, router]));
  const middlewares = new Map(program.middlewares.map((middleware) => [middleware.id, middleware]));
  const handlers = new Map(program.handlers.map((handler) => [handler.id, handler]));
  const messages = new Map([...program.diagnostics, ...diagnostics].map((diagnostic) => [diagnostic.id, diagnostic.message]));
  let made = 0;

  const router = (id: string, open: readonly string[]): RouteNode[] => {
    const found = routers.get(id as never);
    if (found === undefined || made >= MOST || open.length >= DEEPEST) return [];
    made++;
    return [
      {
        kind: 'router',
        label: found.name,
        note: found.framework,
        ...at(found.place),
        children: found.items.flatMap((item) => node(item, [...open, id])),
      },
    ];
  };

  const node = (item: Item, open: readonly string[]): RouteNode[] => {
    if (++made > MOST)
      return made === MOST + 1
        ? [
            {
              kind: 'opaque',
              label: `Only the first ${MOST.toLocaleString('en')} registrations are shown here; the endpoints page has all endpoints.`,
            },
          ]
        : [];
    switch (item.kind) {
      case 'use': {
        const middleware = middlewares.get(item.middleware);
        return [
          {
            kind: 'use',
            label: middleware?.name ?? '',
            path: printPath(item.path),
            note: item.phase ?? middleware?.type ?? 'other',
            ...at(item.place),
          },
        ];
      }
      case 'route': {
        const own = item.chain.map((link): RouteNode => {
          const middleware = middlewares.get(link.middleware);
          return { kind: 'use', label: middleware?.name ?? '', note: middleware?.type ?? 'other', ...(middleware && at(middleware.place)) };
        });
        return [
          {
            kind: 'route',
            label: handlers.get(item.handler)?.name ?? '',
            method: item.method,
            path: printPath(item.path),
            ...at(item.place),
            ...(own.length > 0 && { children: own }),
          },
        ];
      }
      case 'mount': {
        const circle = open.includes(item.target);
        return [
          {
            kind: 'mount',
            label: circle ? 'mounts itself' : '',
            path: printPath(item.path),
            note: item.scope === 'encapsulate' ? 'own scope' : 'shared scope',
            ...at(item.place),
            children: circle ? [] : router(item.target, open),
          },
        ];
      }
      case 'branch':
        return [
          {
            kind: 'branch',
            label: item.condition,
            ...at(item.place),
            children: item.arms.flatMap((arm) => arm.flatMap((one) => node(one, open))),
          },
        ];
      case 'opaque':
        return [
          {
            kind: 'opaque',
            label: messages.get(item.diagnostic) ?? 'not resolved',
            ...(item.method !== undefined && { method: item.method }),
            ...(item.path && { path: printPath(item.path) }),
            ...at(item.place),
          },
        ];
    }
  };
  return program.roots.flatMap((root) => router(root, []));
}

const at = (place: Place): { file?: string; line?: number } => (isSpan(place) ? { file: place.file, line: place.line } : {});

function printPath(path: Path): string {
  if (path.forms !== undefined && path.forms.length > 0) return path.forms.map(printSegments).join(' or ');
  return (
    path.raw
      .map((part) => (part.kind === 'text' ? part.text : part.kind === 'regexp' ? `/${part.source}/${part.flags}` : '{?}'))
      .join('') || '/'
  );
}
