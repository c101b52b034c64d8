const express = require('express');
const app = express();
class Child {
  constructor(parent, at) {
    this.router = express.Router({ mergeParams: true });
    parent.use(at, this.router);
    this.router.get('/leaf', (req, res) => res.end());
    if (at.length < 12) new Child(this.router, `${at}/:deep`);
  }
}
new Child(app, '/root');
app.listen(1);
