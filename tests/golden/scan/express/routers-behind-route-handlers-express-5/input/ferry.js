// Routers behind the handlers of routes, under Express 5: members of classes, routers as handlers, and routes that only a part of a router agrees with.
const express = require('express');

class Deck {
  constructor(name) {
    this.routes = express.Router();
    this.routes.get(`/decks/${name}/seats/:seat`, (request, response) => response.json({ seat: request.params.seat }));
    this.open = (request, response, next) => this.serve(request, response, next);
  }
  serve(...args) {
    return this.routes(...args);
  }
}

const ferry = express();
const upper = new Deck('upper');
const engine = express.Router();
const galley = express.Router();
const mixed = express.Router(); //~ core/unmounted-router
let late = null;

engine.get('/engine', (request, response) => response.json({ running: true }));
engine.post('/engine/stops', (request, response) => response.sendStatus(202));
galley.put('/galley/:pot', (request, response) => response.sendStatus(204));
mixed.get('/cabins/:cabin', (request, response) => response.json({}));
mixed.get('/elsewhere', (request, response) => response.json({}));

ferry.all('/decks/upper/*rest', upper.open); //~ express/delegated-router
ferry.all('/engine{/*rest}', engine); //~ express/delegated-router
ferry.route('/galley/:pot').put((request, response, next) => galley.handle(request, response, next)); //~ express/delegated-router
ferry.all('/cabins/*rest', (request, response, next) => mixed(request, response, next)); //~ express/router-below-handler
ferry.all('/lounge/*rest', (request, response, next) => late(request, response, next)); //~ express/delegated-router
ferry.get('/galley/:pot', (request, response) => response.json({}));
ferry.get('/engine', galley); //~ express/router-as-handler

late = express.Router();
late.get('/lounge/bar', (request, response) => response.json({ open: true }));
ferry.listen(1);
