const hooks = require('./hooks');
function badge(req, res, next) { next(); }
hooks.on('filter:routes', async (data) => ({ ...data, table: [...data.table, { method: 'post', path: '/second', guard: badge, run: (req, res) => res.end() }] }), 20);
hooks.on('filter:routes', (data) => { data.table.unshift({ method: 'put', path: '/first', run: (req, res) => res.end() }); return data; }, 5);
hooks.on('static:ready', ({ app }) => { app.get('/ready', (req, res) => res.end()); });
