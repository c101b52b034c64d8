const koa = require('koa');
const convert = require('koa-convert');
const Router = require('koa-router');

const ferry = koa();
// A middleware is a generator: its `this` is the context, and what is behind runs where `next` is yielded.
ferry.use(function* (next) {
  yield next;
  if (this.body) this.body = { crossing: this.body };
});
ferry.use(
  convert(function* capsized(next) {
    try {
      yield* next;
    } catch (error) {
      this.status = error.status || 500;
      this.body = { told: error.message };
    }
  }),
);

function* boarding(next) {
  const ticket = this.get('authorization');
  if (!ticket) this.throw(401, 'no ticket');
  const passenger = yield passengerOf(ticket);
  if (!passenger) {
    this.status = 403;
    return;
  }
  this.state.passenger = passenger;
  yield next;
}
function* passengerOf(ticket) {
  const found = yield fetch(`http://tickets.test/${ticket}`);
  return yield found.json();
}

const decks = new Router({ prefix: '/decks' });
decks.param('deck', function* (deck, next) {
  this.deck = yield passengerOf(deck);
  if (!this.deck) return void (this.status = 404);
  yield next;
});
decks.get('/:deck', boarding, function* () {
  this.body = { lights: this.query.lights, level: 2 };
});
decks.post('/', boarding, function* (next) {
  const { cars } = this.request.body;
  if (!cars) this.throw(422, 'no cars');
  const [deck] = yield [passengerOf(cars)];
  this.status = 201;
  this.body = { deck, cars: 12 };
  yield next;
});
decks.get('/', function* () {
  this.body = [{ level: 1 }];
});
ferry.use(decks.routes());
ferry.listen(3000);
