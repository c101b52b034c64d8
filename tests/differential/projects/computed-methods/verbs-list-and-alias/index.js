const express = require('express');
const app = express();
app.del = app.delete;
const pick = { remove: 'del', fetch: 'get' };
for (const verb of ['get', 'post']) app[verb](`/bells/${verb}`, (req, res) => res.end());
['put', 'patch'].forEach((verb) => app[verb]('/bells', (req, res) => res.end()));
app[pick.remove]('/bells/:bell', (req, res) => res.end());
Object.keys(pick).forEach((name) => app[pick[name]](`/${name}`, (req, res) => res.end()));
app.listen(2);
