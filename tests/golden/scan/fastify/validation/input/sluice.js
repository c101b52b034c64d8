// Each route has one schema; most of them can refuse a request, some cannot, whatever is sent.
const fastify = require('fastify');
const Ajv = require('ajv');

const sluice = fastify();
const gate = async () => ({ open: true });
const text = { type: 'string' };

sluice.addSchema({ $id: 'level', type: 'object', properties: { metres: { type: 'number' } } });

// ---- bodies
sluice.post('/body/object', { schema: { body: { type: 'object', properties: { name: text } } } }, gate);
sluice.post('/body/anything', { schema: { body: {} } }, gate);
sluice.post('/body/described', { schema: { body: { description: 'whatever it is' } } }, gate);
sluice.post('/body/reference', { schema: { body: { $ref: 'level#' } } }, gate);
sluice.post('/body/attached', { attachValidation: true, schema: { body: { type: 'object', required: ['name'], properties: { name: text } } } }, gate);
sluice.post('/body/content', { schema: { body: { content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: { name: text } } } } } } }, gate);
// ---- queries: of one text or several
sluice.get('/query/text', { schema: { querystring: { type: 'object', properties: { side: text } } } }, gate);
sluice.get('/query/texts', { schema: { querystring: { type: 'object', properties: { side: { type: 'array', items: text } } } } }, gate);
sluice.get('/query/numbers', { schema: { querystring: { type: 'object', properties: { side: { type: 'array', items: { type: 'integer' } } } } } }, gate);
sluice.get('/query/untyped', { schema: { querystring: { type: 'object', properties: { side: {} }, additionalProperties: false } } }, gate);
sluice.get('/query/required', { schema: { querystring: { type: 'object', required: ['side'], properties: { side: {} } } } }, gate);
sluice.get('/query/default', { schema: { querystring: { type: 'object', required: ['side'], properties: { side: { default: 'left' } } } } }, gate);
// What has a default is filled in, in records and lists of them as well.
const filled = { type: 'object', required: ['side', 'at'], properties: { side: { ...text, default: 'left' }, at: { type: 'integer' } } };
sluice.post('/body/defaults', { schema: { body: { type: 'object', required: ['gate', 'gates', 'open'], properties: { gate: filled, gates: { type: 'array', items: filled }, open: { type: 'boolean', default: false } } } } }, gate);
// ---- parameters: always one text
sluice.get('/path/:text', { schema: { params: { type: 'object', required: ['text'], properties: { text } } } }, gate);
sluice.get('/path-number/:number', { schema: { params: { type: 'object', properties: { number: { type: 'integer' } } } } }, gate);
sluice.get('/path-long/:long', { schema: { params: { type: 'object', properties: { long: { type: 'string', minLength: 3 } } } } }, gate);
sluice.get('/path-choice/:choice', { schema: { params: { type: 'object', properties: { choice: { type: 'string', enum: ['up', 'down'] } } } } }, gate);
sluice.get('/path-list/:list', { schema: { params: { type: 'object', properties: { list: { type: 'array', items: text } } } } }, gate);
// ---- headers
sluice.get('/header/text', { schema: { headers: { type: 'object', properties: { 'x-keeper': text } } } }, gate);
sluice.get('/header/number', { schema: { headers: { type: 'object', properties: { 'x-keeper': { type: 'number' } } } } }, gate);
sluice.get('/header/required', { schema: { headers: { type: 'object', required: ['x-keeper'], properties: { 'x-keeper': text } } } }, gate);
sluice.get('/header/host', { schema: { headers: { type: 'object', required: ['host'], properties: { host: text } } } }, gate);
// ---- validators of the program
sluice.get('/own/lenient', { validatorCompiler: () => () => true, schema: { querystring: { type: 'object', required: ['side'], properties: { side: text } } } }, gate);
// What it gives refuses: false, or a record with an error, which comes to the handlers of errors with 400 unless it has a status.
const logged = { body: { type: 'object', required: ['cargo'], properties: { cargo: text } } };
sluice.post('/own/compiled', { validatorCompiler: ({ schema }) => new Ajv({ allErrors: true }).compile(schema), schema: logged }, gate);
sluice.post('/own/error', { validatorCompiler: () => (cargo) => (cargo ? { value: cargo } : { error: new Error('empty') }), schema: logged }, gate);
sluice.post('/own/status', { validatorCompiler: () => () => ({ error: Object.assign(new Error('full'), { statusCode: 422 }) }), schema: logged }, gate);
sluice.register(async (inner) => {
  const compilers = { body: new Ajv(), querystring: new Ajv({ coerceTypes: true }) };
  inner.setValidatorCompiler(({ schema, httpPart }) => compilers[httpPart].compile(schema));
  inner.post('/own/chosen', { schema: logged }, gate);
});
sluice.register(async (inner) => {
  inner.setValidatorCompiler(() => (value) => ({ value }));
  inner.post('/own/defaults', { schema: { body: filled } }, gate);
  inner.get('/own/around', { schema: { querystring: { type: 'object', required: ['side'], properties: { side: text } } } }, gate);
});

module.exports = sluice;
