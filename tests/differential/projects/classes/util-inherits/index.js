const util = require('util');
const express = require('express');
function Depot(prefix) { this.prefix = prefix; this.router = express.Router(); this.setUp(); }
Depot.prototype.setUp = function () { this.router.get(this.prefix + '/stock', this.stock.bind(this)); };
Depot.prototype.stock = function (req, res) { res.end(); };
function ColdDepot() { Depot.call(this, '/cold'); this.router.put(this.prefix + '/freeze', (req, res) => res.end()); }
util.inherits(ColdDepot, Depot);
ColdDepot.prototype.setUp = function () {
  Depot.prototype.setUp.apply(this, arguments);
  this.router.delete(this.prefix + '/thaw', (req, res) => res.end());
};
const app = express();
app.use('/depots', new ColdDepot().router);
app.use(new Depot('/plain').router);
app.listen(1);
