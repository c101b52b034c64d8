const express = require('express');
const hooks = require('./hooks');
require('./features');
(async () => {
  const app = express();
  const params = { app, table: [{ method: 'get', path: '/base', run: (req, res) => res.end() }] };
  const { table } = await hooks.fire('filter:routes', params);
  for (const { method, path, guard, run } of table) app[method](path, ...(guard ? [guard] : []), run);
  await hooks.fire('static:ready', params);
  app.listen(1);
})();
