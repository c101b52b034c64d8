import express from 'express';

class Wheel {
  #spokes = 12;
  #hub = { turns: 3 };

  static spokesOf(wheel) {
    return wheel?.#spokes;
  }

  turns() {
    return this?.#hub?.turns;
  }

  stop() {
    return !!this?.#hub ? 'stopped' : 'stood';
  }
}

const mill = express();
const wheel = new Wheel();
mill.get('/spokes', (req, res) => res.json({ spokes: Wheel.spokesOf(wheel) }));
mill.get('/turns', (req, res) => res.json({ turns: wheel.turns() }));
mill.post('/stop', (req, res) => res.json({ state: wheel.stop() }));
mill.listen(7608);
