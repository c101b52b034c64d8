const express = require('express');
class Shelf {
  constructor(app, label) {
    this.label = label;
    const router = express.Router();
    router.get('/', this.show);
    router.post('/:slot', function weigh(req, res, next) { next(); }, this.show);
    app.use(`/shelves/${label}`, router);
  }
  show(req, res) { res.end(); }
}
const app = express();
new Shelf(app, 'north');
new Shelf(app, 'south');
app.listen(1);
