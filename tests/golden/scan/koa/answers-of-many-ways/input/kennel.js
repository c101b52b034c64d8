const Koa = require('koa');
const Router = require('@koa/router');
const dogs = require('./dogs');

const kennel = new Koa();
const router = new Router();
const told = (data, code, why) => {
  code = code || 0;
  return { code, why: why || 'ok', data };
};

class Registration {
  constructor(ctx) {
    this.ctx = ctx;
  }
  async open(ctx) {
    this.keeper = null;
    if (['/dogs/list'].indexOf(ctx.path) > -1) this.known = true;
    else await this.look(ctx);
    const pass = Object.assign({}, ctx.query).pass;
    if (pass && typeof pass === 'string' && (['/dogs/open'].indexOf(ctx.path) > -1 || ctx.path.indexOf('/dogs/open/') === 0 || ctx.query.kept)) {
      const id = await dogs.pass(pass);
      if (!id) ctx.body = told(null, 42, 'bad pass');
      const keeper = await dogs.keeper(id);
      if (keeper) {
        this.keeper = keeper;
        this.known = true;
      }
    }
  }
  async look(ctx) {
    const id = ctx.cookies.get('keeper');
    try {
      if (!id) return false;
      const keeper = await dogs.keeper(id);
      if (!keeper) return false;
      this.keeper = keeper;
      this.known = true;
      return true;
    } catch (error) {
      return false;
    }
  }
  async rename(ctx) {
    const { id, name, chip, breed } = ctx.query;
    if (!id) return (ctx.body = told(null, 1, 'id'));
    if (!breed) return (ctx.body = told(null, 9, 'breed'));
    if (!(await dogs.find(breed))) return (ctx.body = told(null, 10, 'no such breed'));
    if (!(await dogs.find(name))) return (ctx.body = told(null, 11, 'no such name'));
    if (!(await dogs.find(ctx.query.owner))) return (ctx.body = told(null, 20, 'owner'));
    if (!(await dogs.find(ctx.query.vet))) return (ctx.body = told(null, 21, 'vet'));
    if (!(await dogs.find(ctx.query.colour))) return (ctx.body = told(null, 22, 'colour'));
    if (!(await dogs.find(ctx.query.age))) return (ctx.body = told(null, 23, 'age'));
    if (!(await dogs.find(ctx.query.sire))) return (ctx.body = told(null, 24, 'sire'));
    if (!(await dogs.find(ctx.query.dam))) return (ctx.body = told(null, 25, 'dam'));
    if (!(await dogs.find(ctx.query.litter))) return (ctx.body = told(null, 26, 'litter'));
    if (!(await dogs.find(ctx.query.city))) return (ctx.body = told(null, 27, 'city'));
    if (!name) return (ctx.body = told(null, 2, 'name'));
    const dog = await dogs.find(id);
    if (this.keeper.role !== 'head' && id != this.keeper.dog) return (ctx.body = told(null, 3, 'not yours'));
    if (this.keeper.role !== 'head' || dog.role === 'guard') {
      if (!chip) return (ctx.body = told(null, 4, 'chip'));
      if (chip !== dog.chip) return (ctx.body = told(null, 5, 'other chip'));
    }
    try {
      ctx.body = told(await dogs.rename(id, name));
    } catch (error) {
      ctx.body = told(null, 6, error.message);
    }
  }
}

for (const action of ['rename'])
  router.get(`/dogs/${action}`, async (ctx) => {
    const registration = new Registration(ctx);
    try {
      await registration.open(ctx);
      ctx.params = Object.assign({}, ctx.query, ctx.params);
      if (registration.known === true) await registration[action].call(registration, ctx);
      else ctx.body = told(null, 7, 'who are you');
    } catch (error) {
      ctx.body = told(null, 8, 'sorry');
    }
  });

kennel.use(router.routes());
kennel.listen(3000);
