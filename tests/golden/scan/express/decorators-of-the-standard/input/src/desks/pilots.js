import { app } from '../app.js';
import { Moored, Route, Under } from '../kit/stated.js';

class Watch {
  @Route('get', '/watch')
  who(req, res) {
    res.json({ who: 'keeper' });
  }
}

@Moored(app)
export class Pilots extends Watch {
  @Under('/pilots')
  free = '-now';

  @Route('post', '/pilots/:id/call')
  call(req, res) {
    res.status(202).json({ at: this.free });
  }
}

app.get(new Pilots().free, (req, res) => res.json([]));
