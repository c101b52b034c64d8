import type { Tape } from '../tape.js';

/** A set-up program for Koa, as text. Choice 0 is the simplest form everywhere. */
export function koaProgram(tape: Tape, version: 12 | 15): string {
  const lines = [
    "const Koa = require('koa');",
    "const Router = require('@koa/router');",
    "const mount = require('koa-mount');",
    "const compose = require('koa-compose');",
    'const hit = (name) => { (globalThis.trace ??= []).push(name); };',
    'const port = new Koa();',
  ];
  let count = 0;
  const middleware = (): string => {
    const name = `m${count++}`;
    lines.push(
      tape.choose([
        `async function ${name}(ctx, next) { hit('${name}'); await next(); }`,
        `const ${name} = (ctx, next) => { hit('${name}'); return next(); };`,
      ]),
    );
    return name;
  };
  const handler = (): string => {
    const name = `h${count++}`;
    lines.push(`const ${name} = async (ctx) => { hit('${name}'); ctx.body = '${name}'; };`);
    return name;
  };
  const before = (): string => Array.from({ length: tape.pick(3) }, () => `${middleware()}, `).join('');
  const segment = (): string => tape.choose(['/s1', '/s2', '/s3', `/:p${tape.pick(2)}`, '/s4/s5', '/']);
  const part = (): string => tape.choose(['/s1', '/s2', '/s6', '/:q0']);

  interface RouterState {
    readonly name: string;
    live: boolean;
    used: boolean;
    prefixed: boolean;
    params: boolean;
    readonly rank: number;
  }
  const routers: RouterState[] = [];
  const makeRouter = (): RouterState => {
    const router: RouterState = { name: `r${count++}`, live: false, used: false, prefixed: false, params: false, rank: routers.length };
    const options = tape.choose(['', '', `{ prefix: '/x${tape.pick(3)}' }`, `{ prefix: '/x${tape.pick(3)}/:q1' }`]);
    router.prefixed = options !== '';
    lines.push(`const ${router.name} = ${tape.choose(['new Router', version === 12 ? 'Router' : 'new Router'])}(${options});`);
    if (tape.chance(4)) {
      const name = `m${count++}`;
      lines.push(`const ${name} = (value, ctx, next) => { hit('${name}'); return next(); };`, `${router.name}.param('p0', ${name});`);
      router.used = true;
      router.params = true;
    }
    routers.push(router);
    return router;
  };
  const verbs = ['get', 'post', 'put', version === 12 ? 'del' : 'delete', 'all'];
  const register = (router: RouterState): void => {
    const verb = tape.choose(verbs);
    const chain = before();
    const own = handler();
    const { name } = router;
    router.used = true;
    switch (tape.pick(6)) {
      case 0:
        lines.push(`${name}.${verb}('${segment()}', ${chain}${own});`);
        break;
      case 1:
        lines.push(`${name}.${verb}('name of ${own}', '${segment()}', ${chain}${own});`);
        break;
      case 2:
        lines.push(`${name}.${verb}(['/s1', '/s7'], ${chain}${own});`);
        break;
      case 3:
        lines.push(`for (const at of ['/l1', '/l2']) ${name}.${verb}(at, ${chain}${own});`);
        break;
      case 4:
        lines.push(`${name}.register('${segment()}', ['get', 'put'], [${chain}${own}]);`);
        break;
      default: {
        const next = handler();
        lines.push(`${name}.get('${segment()}', ${chain}${own}).post('${segment()}', ${next});`);
      }
    }
  };
  const use = (router: RouterState): void => {
    const name = middleware();
    router.used = true;
    lines.push(
      tape.choose([
        `${router.name}.use(${name});`,
        `${router.name}.use('${part()}', ${name});`,
        `${router.name}.use(['/s1', '/s2'], ${name});`,
        `${router.name}.use('/', ${name});`,
        `${router.name}.use(${name}, ${middleware()});`,
      ]),
    );
  };
  const nest = (router: RouterState): void => {
    // The callbacks of a router get into the nested router itself, for what is registered on it later (and before, in version 12).
    const inner = routers.filter((each) => each.rank > router.rank && !each.live && !router.params);
    if (inner.length === 0) {
      register(router);
      return;
    }
    const child = tape.choose(inner);
    router.used = true;
    lines.push(
      tape.choose([
        `${router.name}.use('${part()}', ${child.name}.routes());`,
        `${router.name}.use(${child.name}.middleware());`,
        `${router.name}.use(['/s1', '/s6'], ${child.name}.routes());`,
      ]),
    );
  };
  const dispatch = (router: RouterState): void => {
    router.live = true;
    lines.push(
      tape.choose([
        `port.use(${router.name}.routes());`,
        `port.use(mount('/y${tape.pick(2)}', ${router.name}.routes()));`,
        `port.use(compose([${middleware()}, ${router.name}.routes()]));`,
      ]),
    );
    if (tape.chance(4)) {
      const name = `k${count++}`;
      lines.push(
        `const ${name} = new Koa();`,
        `${name}.use(${middleware()});`,
        `${name}.use(${router.name}.routes());`,
        `port.use(mount('/z${tape.pick(2)}', ${name}));`,
      );
    }
  };
  for (let index = 0, all = 1 + tape.pick(4); index < all; index++) makeRouter();
  for (let index = 0, all = 2 + tape.pick(14); index < all; index++) {
    const router = tape.choose(routers);
    switch (tape.pick(8)) {
      case 0:
      case 1:
      case 2:
        register(router);
        break;
      case 3:
        use(router);
        break;
      case 4:
        nest(router);
        break;
      case 5:
        lines.push(`port.use(${middleware()});`);
        break;
      case 6: {
        // A prefix that replaces another one, or comes when an application has the router, is reported and not modelled.
        if (!router.live && (version === 12 || !router.prefixed)) {
          router.prefixed = true;
          lines.push(`${router.name}.prefix('/v${tape.pick(2)}');`);
        }
        break;
      }
      default:
        dispatch(router);
    }
  }
  for (const router of routers) if (!router.live && !tape.chance(4)) dispatch(router);
  lines.push('module.exports = port;', 'if (require.main === module) port.listen(1);');
  return `${lines.join('\n')}\n`;
}
