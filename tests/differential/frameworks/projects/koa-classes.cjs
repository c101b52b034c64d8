const Koa = require('koa');
const Router = require('@koa/router');
const hit = (name) => { (globalThis.trace ??= []).push(name); };
class Ledger {
  constructor(name, guards = []) { this.name = name; this.router = new Router({ prefix: `/${name}` }); this.guards = guards; this.wire(); }
  wire() {
    this.router.get('/', ...this.guards, this.handler('list'));
    this.router.get('/:entry', ...this.guards, this.handler('one'));
  }
  handler(kind) { const name = `${this.name}-${kind}`; const fn = async (ctx) => { hit(name); ctx.body = name; }; Object.defineProperty(fn, 'name', { value: name }); return fn; }
}
class AuditedLedger extends Ledger {
  wire() { super.wire(); this.router.delete('/:entry', this.handler('drop')); }
}
async function seal(ctx, next) { hit('seal'); await next(); }
class Bank extends Koa {
  constructor(ledgers) { super(); for (const { router } of ledgers) this.use(router.routes()).use(router.allowedMethods()); }
}
module.exports = new Bank([new Ledger('coins'), new AuditedLedger('notes', [seal])]);
if (require.main === module) module.exports.listen(1);
