const express = require('express');
const vhost = require('vhost');
const resource = require('resourceful-kit');

const depot = express();
const crates = express.Router();
crates.get('/', (req, res) => res.json([]));
resource(crates, 'crate').rest(); //~ express/handed-to-package
resource.attach({ server: depot, path: '/pallets' }); //~ express/handed-to-package
depot.use('/crates', crates);
depot.use(vhost('yard.example', crates)); //~ express/approximate-mount
depot.listen(4014);
