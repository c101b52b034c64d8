// What answers everything in one arm of a condition ends nothing in the other; behind it in the same arm it does.
const fs = require('fs');
const http = require('http');
const https = require('https');
const express = require('express');

const canteen = express();
function serveMeals() {
  canteen.get('/meals', (req, res) => res.json({ meals: 2 }));
  canteen.use((req, res) => res.status(404).json({ none: true }));
  return canteen;
}
if (process.env.CERTIFICATE != null) https.createServer({ key: fs.readFileSync('key.pem') }, serveMeals()).listen(443);
else http.createServer(serveMeals()).listen(80);

const kitchen = express();
kitchen.use((req, res) => res.status(503).json({ closed: true }));
if (process.env.OVEN) kitchen.get('/bread', (req, res) => res.json({ bread: 1 })); //~ core/unreachable-endpoint
kitchen.get('/soup', (req, res) => res.json({ soup: 1 })); //~ core/unreachable-endpoint
kitchen.listen(81);
