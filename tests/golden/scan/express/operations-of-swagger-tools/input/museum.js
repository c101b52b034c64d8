const express = require('express');
const bodyParser = require('body-parser');
const jwt = require('jsonwebtoken');
const swaggerTools = require('swagger-tools');
const YAML = require('yamljs');

const museum = express();
const mayPass = (req, definition, token, done) => {
  try {
    req.visitor = jwt.verify(token, process.env.SECRET);
    done();
  } catch (error) {
    req.res.status(403).json({ message: 'no pass' });
    done(error);
  }
};
swaggerTools.initializeMiddleware(YAML.load('./museum.yaml'), (tools) => {
  museum.use(bodyParser.json());
  museum.use(tools.swaggerMetadata());
  museum.use('/docs', tools.swaggerUi());
  museum.use(tools.swaggerSecurity({ Pass: mayPass }));
  museum.use(tools.swaggerValidator());
  museum.use(tools.swaggerRouter({ controllers: './desks', useStubs: false, ignoreMissingHandlers: true }));
  museum.listen(3000);
});

// Handlers in a table, in another server; what is missing answers with an error.
const annex = express();
swaggerTools.initializeMiddleware(
  { swagger: '2.0', paths: { '/coats': { put: { operationId: 'hang' }, get: { operationId: 'unseen' } } } },
  ({ swaggerRouter }) => {
    annex.use(swaggerRouter({ controllers: { hang: (req, res) => res.json({ hook: req.body.hook }) } }));
    annex.listen(3001);
  },
);
