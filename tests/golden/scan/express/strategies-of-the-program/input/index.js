const express = require('express');
const jwt = require('jsonwebtoken');
const passport = require('passport');
const { Strategy: JwtStrategy, ExtractJwt } = require('passport-jwt');
const { Strategy } = require('passport-strategy');
const { Pool } = require('pg');
const cards = require('card-index');

const { Passport, Authenticator } = passport;

const pool = new Pool();

/** It lets in whoever asks. */
class Guest extends Strategy {
  authenticate() {
    this.success({ id: 0, isGuest: true });
  }
}

/** It looks for a card in a header, and says what its name is. */
class Card extends Strategy {
  constructor() {
    super();
    this.name = 'card';
  }
  async authenticate(req) {
    const card = req.headers['x-card'];
    if (!card) return this.fail('No card', 401);
    try {
      const { rows } = await pool.query('select id, name from readers where card = $1', [card]);
      if (rows.length === 0) return this.fail('No such card', 401);
      this.success(rows[0]);
    } catch (error) {
      this.error(error);
    }
  }
}

/** Whom it does not know it lets pass. */
class Maybe extends Strategy {
  authenticate(req) {
    const card = req.headers['x-card'];
    if (card) this.success({ card });
    else this.pass();
  }
}

passport.use('guest', new Guest());
passport.use(new Card());
passport.use('maybe', new Maybe());
passport.use(
  new JwtStrategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'ink' }, (payload, done) => done(null, { id: payload.sub })),
);

const app = express();
app.get('/shelves', passport.authenticate(['jwt', 'guest'], { session: false }), (req, res) => res.json({ for: req.user.id }));
app.get('/loans', passport.authenticate('card', { session: false }), (req, res) => res.json({ reader: req.user.name }));
app.get('/stamps', passport.authenticate('jwt', { session: false }), (req, res) => res.json({ reader: req.user.id }));
app.get('/news', passport.authenticate('maybe', { session: false }), (req, res) => res.json({ open: true }));

// One of its own, which the program extends; a failure while it looks for somebody refuses nobody for who that is.
class Tokens extends Strategy {
  constructor(find) {
    super();
    this.find = find;
  }
  authenticate(req) {
    this.look(req).catch((error) => this.error(error));
  }
  async look(req) {
    const [scheme, token] = (req.headers.authorization ?? '').split(' ');
    if (scheme !== 'JWT') return this.pass();
    let claims;
    try {
      claims = jwt.verify(token, 'ink');
    } catch {
      return this.pass();
    }
    const reader = await this.find(claims.sub);
    if (reader?.isBanned) throw Object.assign(new Error('banned'), { status: 403 });
    return reader ? this.success(reader) : this.pass();
  }
}
class Doors extends Passport {
  constructor() {
    super();
    this.use('token', new Tokens(async (id) => (await pool.query('select id, name from readers where id = $1', [id])).rows[0]));
  }
}
const doors = new Doors();
const needsReader = (req, res, next) => (req.user ? next() : next(Object.assign(new Error('readers only'), { status: 401 })));
const rooms = express.Router();
rooms.use(doors.initialize()).use(doors.authenticate('token', { session: false }));
rooms.get('/', (req, res) => res.json({ open: true }));
rooms.get('/mine', needsReader, (req, res) => res.json({ reader: req.user.name }));
app.use('/rooms', rooms);

const gate = new Authenticator();
gate.use('gate', new Card());
app.get('/vault', gate.authenticate('gate', { session: false }), (req, res) => res.json({ reader: req.user.name }));

// Whom it does not find it sends away, which is found out later.
class Later extends Strategy {
  authenticate(req) {
    const card = req.headers['x-card'];
    cards.find(card).then(
      (found) => (found ? this.success(found) : this.fail(401)),
      (error) => this.error(error),
    );
  }
}
passport.use('later', new Later());
app.get('/attic', passport.authenticate('later', { session: false }), (req, res) => res.json({ reader: req.user.id }));

// Two of one name: which one a page asks is not said.
const [front, back] = [new Passport(), new Passport()];
front.use('door', new Card());
back.use('door', new Tokens(cards.find));
app.get('/porch', front.authenticate('door', { session: false }), (req, res) => res.json({ reader: req.user.id }));

app.listen(3000);
