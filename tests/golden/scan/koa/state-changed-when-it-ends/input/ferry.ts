// What signals and connections that packages watch change is there for some requests, and for others what was there before.
import amqp from 'amqp-connection-manager';
import Koa from 'koa';
import Router from '@koa/router';
import closeWithGrace from 'close-with-grace';
import kcors from 'kcors';
import { ebb, isLow } from './tide';

class Bell {
  private rung = false;
  ring() {
    this.rung = true;
  }
  get state() {
    return { rung: this.rung };
  }
}

const ferry = new Koa();
const pier = new Router();
const bell = new Bell();
const hull = { dry: false, moored: true };
const crew = { awake: false };

pier.get('/bell', (ctx) => {
  ctx.body = bell.state;
  ctx.status = bell.state.rung ? 503 : 200;
});
pier.get('/hull', (ctx) => {
  if (hull.dry) ctx.throw(410, 'in dock');
  ctx.body = { moored: hull.moored };
});
pier.get('/crew', (ctx) => {
  ctx.status = crew.awake ? 200 : 425;
});
pier.get('/tide', (ctx) => {
  ctx.status = isLow() ? 503 : 200;
});
// What the set-up itself has changed is so for all of them.
const fare = { known: false };
function price() {
  fare.known = true;
}
price();
pier.get('/fare', (ctx) => {
  ctx.status = fare.known ? 200 : 404;
});

ferry.use(kcors());
ferry.use(pier.routes());
const deck = ferry.listen(3000);

const leave = async () => {
  bell.ring();
  ebb();
  await deck.close();
  process.exit(0);
};
process.on('SIGTERM', leave);
closeWithGrace({ delay: 100 }, async ({ err }: { err?: Error }) => {
  hull.dry = true;
  await Promise.all([deck.close()]);
});
amqp.connect(['amqp://ferry']).on('connect', ({ url }: { url: string }) => {
  crew.awake = true;
  ferry.emit('awake', url);
});
