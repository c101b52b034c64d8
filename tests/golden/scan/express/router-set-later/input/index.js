// A middleware hands requests to whatever router stands in a variable by then: while the program prepares itself, another one than later.
const express = require('express');
const waiting = require('./doors/waiting');

const house = express();
let door;
const rooms = { attic: null, cellar: null };
let reloaded = null;

(async () => {
  house.use(function knock(request, response, next) { next(); });
  house.use((request, response, next) => door(request, response, next)); //~ express/delegated-router
  house.use('/attic', (request, response, next) => { rooms.attic(request, response, next); }); //~ express/delegated-router
  house.use('/plugins', (request, response, next) => reloaded.handle(request, response, next)); //~ express/delegated-router
  house.use(function afterDoors(request, response, next) { next(); });
  house.get('/garden', (request, response) => response.end());
  door = waiting;
  house.listen(0);
  await null;
  door = require('./doors/open');
  rooms.attic = require('./doors/attic')();
  reload();
})();

function reload() {
  reloaded = express.Router();
  reloaded.delete('/:plugin', (request, response) => response.end());
}
