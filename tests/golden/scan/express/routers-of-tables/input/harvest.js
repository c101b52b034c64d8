// Routers that packages make of tables: what is done with a resource, and paths beside the names of controllers.
const express = require('express');
const cors = require('cors');
const arena = require('bull-arena');
const swaggerUi = require('swagger-ui-express');
const mapRoutes = require('express-routes-mapper');
const resource = require('resource-router-middleware');
const barrels = require('./barrels');
const { open, keyed } = require('./tables/routes');

const keeper = (req, res, next) => (req.get('x-harvest-key') === process.env.HARVEST_KEY ? next() : res.sendStatus(401));

const harvest = express();
harvest.use(express.json());
harvest.use('/barrels', barrels({ cellar: [] }));
harvest.use(
  '/casks',
  resource({
    mergeParams: true,
    middleware: keeper,
    list: (req, res) => res.json([{ litres: 225 }]),
    modify: (req, res) => res.json({ litres: req.body.litres }),
    head: (req, res) => res.sendStatus(200),
    litres: 225,
  }),
);
harvest.use('/open', mapRoutes(open, 'desks/'));
harvest.use('/keyed', cors(), mapRoutes(keyed, 'desks', [keeper]));
harvest.use('/docs', swaggerUi.serve, swaggerUi.setup({}));
// Nobody here knows what these are.
harvest.use('/queues', arena({ queues: [] })); //~ express/mounted-package
harvest.use('/tables', mapRoutes(process.env.TABLES, 'desks/')); //~ express/mounted-package
harvest.use(require('grape-logger')('short'));
harvest.listen(3000);
