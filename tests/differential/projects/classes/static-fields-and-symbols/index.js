const express = require('express');
const SETUP = Symbol('setup');
class Paths { static ROOT = '/citadel'; static TOWER = `${Paths.ROOT}/tower`; static #hidden = '/crypt'; static crypt() { return Paths.ROOT + Paths.#hidden; } static { Paths.late = '/late'; } }
class Towers {
  static [SETUP](app) { app.get(Paths.TOWER, (req, res) => res.end()); app.get(Paths.crypt(), (req, res) => res.end()); app.get(Paths.late, (req, res) => res.end()); }
}
const app = express();
Towers[SETUP](app);
app.listen(1);
