// A function that calls itself in every arm of conditions that only run time decides.
const os = require('os');
const express = require('express');

function unwrap(adapter, fallback, options) {
  if (os.uptime() < 0) return unwrap(fallback, undefined, options);
  if (os.freemem() < 0) return unwrap(adapter.adapter, fallback, adapter.options);
  if (os.totalmem() < 0) return unwrap(adapter.module, fallback, options);
  if (os.loadavg()[0] < 0) return unwrap(adapter.class, fallback, adapter.options);
  return adapter;
}

const app = express();
const storage = unwrap({ name: 'memory' }, { name: 'disk' }, { size: 1 });
app.get('/before', (req, res) => res.json(storage.name));
unwrap({ name: 'other' }, { name: 'disk' }, { size: 1 });
app.get('/after', (req, res) => res.end());
app.listen(0);
