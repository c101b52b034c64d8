const express = require('express');
const Readable = (Base) => class extends Base {
  build(router) { router.get(this.path, this.read); return super.build ? super.build(router) : router; }
  read(req, res) { res.end(); }
};
const Writable = (Base) => class extends Base {
  build(router) { router.post(this.path, this.write); return super.build(router); }
  write(req, res) { res.end(); }
};
class Resource {
  constructor(name) { this.name = name; }
  get path() { return `/${this.name}`; }
  get router() { return (this.made ??= this.build(express.Router())); }
  build(router) { router.head(this.path, (req, res) => res.end()); return router; }
}
class Casks extends Writable(Readable(Resource)) {}
const app = express();
const casks = new Casks('casks');
app.use('/cellar', casks.router);
app.use('/attic', casks.router);
app.listen(1);
