const { Hono } = require('hono');
const { some, every, except } = require('hono/combine');
const { bearerAuth } = require('hono/bearer-auth');
const { HTTPException } = require('hono/http-exception');

const bridge = new Hono();
const local = (c) => c.req.header('x-from') === 'inside';
const counted = async (c, next) => { c.header('x-counted', '1'); await next(); };
const paid = async (c, next) => { if (!c.req.header('x-ticket')) throw new HTTPException(402, { message: 'a ticket, please' }); await next(); };
const lanes = { open: ['/lanes/:lane/open', '/lanes/info/*'], guards: [bearerAuth({ headerName: 'X-Toll', prefix: '', token: 'abc' }), paid] };

bridge.use('/lanes/*', except(lanes.open, ...lanes.guards));
bridge.get('/lanes/:lane/open', (c) => c.json({ open: true }));
bridge.get('/lanes/info/prices/today', (c) => c.json({ price: 4 }));
bridge.get('/lanes/:lane/cars', (c) => c.json([{ plate: 'x' }]));

bridge.use('/night/*', some(local, every(bearerAuth({ token: 'night' }), counted)));
bridge.get('/night/log', (c) => c.json({ log: [] }));
bridge.get('/odd', except((c) => c.req.query('free') === 'yes', paid), (c) => c.json({ odd: 1 }));
bridge.get('/paid', every(counted, paid), (c) => c.json({ even: 2 }));

module.exports = bridge;
