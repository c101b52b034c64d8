const express = require('express');
const { response, request } = express;

// What is put on the prototypes, every answer and every request has.
response.hoist = function (status, cargo) { return this.status(status).json({ cargo, hoisted: true }); };
request.berth = function () { return Number(this.params.berth); };

const app = express();
app.response.sunk = function (why) { this.status(410).json({ why }); };

app.get('/barges/:berth', (req, res) => {
  const berth = req.berth();
  if (berth > 40) return res.sunk('no such berth');
  res.hoist(200, { berth });
});
app.post('/barges', (req, res) => res.hoist(201, { name: String(req.body.name) }));

app.listen(3000);
