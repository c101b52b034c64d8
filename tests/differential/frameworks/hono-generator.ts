import type { Tape } from '../tape.js';

/** A set-up program for Hono, as text. Choice 0 is the simplest form everywhere. */
export function honoProgram(tape: Tape): string {
  const lines = ["const { Hono } = require('hono');", 'const hit = (name) => { (globalThis.trace ??= []).push(name); };'];
  let count = 0;
  const middleware = (): string => {
    const name = `m${count++}`;
    lines.push(
      tape.choose([
        `async function ${name}(c, next) { hit('${name}'); await next(); }`,
        `const ${name} = (c, next) => { hit('${name}'); return next(); };`,
      ]),
    );
    return name;
  };
  const handler = (): string => {
    const name = `h${count++}`;
    lines.push(`const ${name} = (c) => { hit('${name}'); return c.text('${name}'); };`);
    return name;
  };
  const before = (): string => Array.from({ length: tape.pick(3) }, () => `${middleware()}, `).join('');
  const segment = (): string => tape.choose(['/s1', '/s2', 's3', `/:p${tape.pick(2)}`, '/s4/s5', '/', '/n/:n{[0-9]+}', '/o/:o?', '/w/*']);
  const part = (): string => tape.choose(['/s1', '/s2', '/s6', '/:q0', '/']);

  interface App {
    readonly name: string;
    readonly rank: number;
  }
  const apps: App[] = [];
  const verbs = ['get', 'post', 'put', 'delete', 'all'];
  const register = (app: App): void => {
    const verb = tape.choose(verbs);
    const chain = before();
    const own = handler();
    const { name } = app;
    switch (tape.pick(6)) {
      case 0:
        lines.push(`${name}.${verb}('${segment()}', ${chain}${own});`);
        break;
      case 1:
        lines.push(`${name}.on(['GET', 'put'], '${segment()}', ${chain}${own});`);
        break;
      case 2:
        lines.push(`${name}.on('${verb === 'all' ? 'PURGE' : verb}', ['/s1', '/s7'], ${chain}${own});`);
        break;
      case 3:
        lines.push(`for (const at of ['/l1', '/l2']) ${name}.${verb}(at, ${chain}${own});`);
        break;
      case 4: {
        const next = handler();
        lines.push(`${name}.get('${segment()}', ${chain}${own}).post(${next});`);
        break;
      }
      default:
        lines.push(`${name}.${verb}(${own});`);
    }
  };
  const use = (app: App): void => {
    const name = middleware();
    lines.push(
      tape
        .choose([
          `${app.name}.use(${name});`,
          `${app.name}.use('${part()}', ${name});`,
          `${app.name}.use('${part()}/*', ${name});`,
          `${app.name}.use('*', ${name}, ${middleware()});`,
        ])
        .replace('//', '/'),
    );
  };
  for (let index = 0, all = 1 + tape.pick(4); index < all; index++) {
    const app = { name: `a${index}`, rank: index };
    lines.push(`const ${app.name} = new Hono()${index > 0 && tape.chance(4) ? `.basePath('/b${tape.pick(2)}')` : ''};`);
    apps.push(app);
  }
  for (let index = 0, all = 2 + tape.pick(14); index < all; index++) {
    const app = tape.choose(apps);
    switch (tape.pick(8)) {
      case 0:
      case 1:
      case 2:
        register(app);
        break;
      case 3:
      case 4:
        use(app);
        break;
      case 5: {
        const view = { name: `v${count++}`, rank: app.rank };
        lines.push(`const ${view.name} = ${app.name}.basePath('/b${tape.pick(2)}');`);
        apps.push(view);
        break;
      }
      default: {
        const inner = apps.filter((each) => each.rank > app.rank);
        if (inner.length === 0) register(app);
        else lines.push(`${app.name}.route('${part()}', ${tape.choose(inner).name});`);
      }
    }
  }
  lines.push('module.exports = a0;', "if (require.main === module) require('@hono/node-server').serve(a0);");
  return `${lines.join('\n')}\n`;
}
