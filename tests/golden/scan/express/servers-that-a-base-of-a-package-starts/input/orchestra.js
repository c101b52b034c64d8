// What a class gives to the constructor of a package's, or to an event of its own object, runs once there is an object.
const express = require('express');
const { Player, Conductor } = require('stage-core');

class Strings extends Player {
  constructor(options = {}) {
    super({ ...options, name: 'strings', ready: () => this.serve(), unload: (done) => done() });
    this.port = 4001;
  }
  serve() {
    const violins = express();
    violins.get('/violins', (req, res) => res.json({ violins: 16, port: this.port }));
    violins.listen(this.port);
  }
}
class Winds extends Player {
  constructor() {
    super('winds');
    this.score = 'aria';
    this.on('ready', () => this.tune());
    this.once('pause', this.rest.bind(this));
  }
  tune() {
    this.open(4002);
  }
  rest() {
    const flutes = express();
    flutes.get('/pauses', (req, res) => res.json({ paused: true }));
    flutes.listen(4012);
  }
  open(port) {
    const flutes = express();
    flutes.get('/flutes', (req, res) => res.json({ score: this.score }));
    flutes.listen(port);
  }
}
class Drums extends Conductor {
  constructor() {
    super(async () => {
      await this.beat();
    });
  }
  async beat() {
    const timpani = express();
    timpani.get('/timpani', (req, res) => res.json({ beats: 4 }));
    timpani.listen(4003);
  }
}
// Nobody is told to call this one.
class Choir extends Player {
  constructor() {
    super({ name: 'choir', ready: () => console.log('choir') });
  }
  sing() {
    const voices = express();
    voices.get('/voices', (req, res) => res.json({ voices: 40 }));
    voices.listen(4004);
  }
}

if (require.main === module) {
  (() => new Strings())();
  new Winds();
  new Drums();
  new Choir();
} else {
  module.exports = (options) => new Strings(options);
}
