// What a request calls by its name may be a method of the object's class, or of one that it extends, as well as a member of its own.
const express = require('express');
class Machine {
  stop() {
    return { stopped: true };
  }
}
class Crane extends Machine {
  lift(weight) {
    return { lifted: Number(weight) };
  }
}
class Winch {
  turn = () => ({ turned: true });
  brake() {
    return { braked: true };
  }
}
const [crane, winch] = [new Crane(), new Winch()];
const yard = express();
yard.use(express.json());
yard.post('/crane', (req, res) => {
  const method = crane[req.body.name];
  if (typeof method !== 'function') return res.status(404).json({ error: 'no such method' });
  res.json(method.call(crane, req.body.weight));
});
yard.post('/winch/:name', (req, res) => {
  if (!(req.params.name in winch)) return res.status(404).json({ error: 'no such method' });
  const work = winch[req.params.name];
  res.json(work());
});
yard.listen(4600);
