// The package checks requests as the description says, in front of routes that the program registers itself.
const express = require('express');
const path = require('path');
const OpenApiValidator = require('express-openapi-validator');

const mill = express();
mill.use(express.json());
mill.get('/v1/wheel', (req, res) => res.json({ turns: req.query.turns }));
mill.use(
  OpenApiValidator.middleware({
    apiSpec: path.join(__dirname, 'mill.yaml'),
    validateSecurity: { handlers: { Miller: isMiller, Pass: async (req, scopes) => scopes.includes(await levelOf(req.headers['x-pass'])) } },
  }),
);

async function isMiller(req) {
  if (req.headers.authorization !== `Bearer ${process.env.MILLER}`) throw { status: 403, message: 'not the miller' };
  return true;
}
const levelOf = (pass) => fetch(`https://passes.example/${pass}`).then((answer) => answer.text());

const sacks = express.Router();
sacks.get('/:sack', (req, res) => res.json({ sack: req.params.sack, full: req.query.full }));
sacks.post('/', (req, res) => res.status(201).json(req.body));
mill.use('/v1/sacks', sacks);
mill.delete('/v1/wheel', (req, res) => res.sendStatus(204));
mill.put('/v1/wheel', (req, res) => res.sendStatus(204));
mill.get('/v1/free', (req, res) => res.send('free'));
mill.use((error, req, res, next) => {
  res.status(error.status || 500).json({ message: error.message, errors: error.errors });
});
mill.listen(4600);

const shedDoc = {
  openapi: '3.1.0',
  info: { title: 'Shed', version: '1' },
  paths: {
    '/shed': {
      delete: { security: [{ Key: [] }], responses: {} },
      get: { responses: {} },
      post: { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { tool: { type: ['string', 'null'] } } } } } }, responses: {} },
    },
    '/loft': { delete: { security: [{ Key: [] }], parameters: [{ in: 'query', name: 'all', required: true, schema: { type: 'boolean' } }], responses: {} } },
  },
  components: { securitySchemes: { Key: { type: 'apiKey', in: 'query', name: 'key' } } },
};

// Without handlers of its own the package only looks whether there is a credential.
const shed = express();
shed.use(express.urlencoded({ extended: false }));
shed.use('/shed', OpenApiValidator.middleware({ apiSpec: shedDoc, validateRequests: { allowUnknownQueryParameters: true } }));
shed.delete('/shed', (req, res) => res.sendStatus(204));
shed.get('/shed', (req, res) => res.send('shed'));
shed.post('/shed', (req, res) => res.send(req.body.tool));
shed.listen(4601);

// It looks at nothing but responses.
const loft = express();
loft.use(OpenApiValidator.middleware({ apiSpec: shedDoc, validateRequests: false, validateSecurity: false, validateResponses: true }));
loft.delete('/loft', (req, res) => res.sendStatus(204));
loft.listen(4602);
