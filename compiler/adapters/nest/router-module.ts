import { defineHostType, type Call, type ObjectValue, type Realm, type Value } from '@tool/scanner-sdk';
import { pieceOf, type PathPart } from './paths.js';

interface RoutesData {
  readonly routes: Value;
}
const routesType = defineHostType<RoutesData>({ name: 'nest.routes', methods: {} });

/** `RouterModule.register([{ path, module, children }])`. */
export const routerModule = (realm: Realm): Value => {
  const register = realm.fn('register', (call) =>
    call.host(routesType, { routes: call.args[0] ?? call.list([]) }, { module: call.const(null) }),
  );
  return realm.fn('RouterModule', () => undefined, { register, forRoutes: register });
};

/** The paths that a registration puts before the controllers of modules; none when it is no such registration. */
export function routesOf(call: Call, definition: Value): readonly (readonly [ObjectValue, readonly PathPart[]])[] {
  const data = call.data(definition, routesType);
  return data ? flatten(call, data.routes, []) : [];
}

function flatten(call: Call, routes: Value, above: readonly PathPart[]): (readonly [ObjectValue, readonly PathPart[]])[] {
  return (call.elements(routes) ?? []).flatMap((route) =>
    call.alternatives(route).flatMap((one): (readonly [ObjectValue, readonly PathPart[]])[] => {
      if (one.kind !== 'object') return [];
      // A child may be the module itself: it answers under the path of its parent.
      if (call.isFunction(one)) return [[one, above]];
      const path = [...above, ...pieceOf(call.get(one, 'path'))];
      const module = call.get(one, 'module');
      const children = call.get(one, 'children');
      return [
        ...(module.kind === 'object' ? [[module, path] as const] : []),
        ...(children.kind === 'object' ? flatten(call, children, path) : []),
      ];
    }),
  );
}
