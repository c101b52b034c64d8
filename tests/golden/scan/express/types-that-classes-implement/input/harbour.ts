import express from 'express';
import { Berths, Closable, Reason } from './types.js';
import { Priced } from './priced.js';
import { Tower } from './tower.js'; //~ evaluator/missing-module
import { Pilot } from './pilot.js'; //~ evaluator/missing-module

// TypeScript leaves out what is only implemented: no such file has to be there when it runs.
class Quay implements Berths {
  list() {
    return [{ berth: 'north' }];
  }
}
class Lock extends Quay implements Berths, Closable<Reason> {
  close(reason: Reason) {
    console.log(reason.text);
  }
}
const Dock = class implements Priced {
  price = 12;
};

// These are needed as values, too, and there is no such file.
class Light extends Tower {}
class Boat implements Pilot {
  steer = () => new Pilot();
}

const quay = new Lock();
const app = express();
app.get('/berths', (req, res) => res.json(quay.list()));
app.get('/docks', (req, res) => res.json({ price: new Dock().price }));
app.get('/lights', (req, res) => res.json({ light: new Light().colour }));
app.get('/boats', (req, res) => res.json({ boat: new Boat().steer().name }));
app.listen(3000);
