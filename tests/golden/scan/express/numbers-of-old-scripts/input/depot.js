const fs = require('fs');
const express = require('express');
const shelves = require('./shelves');

const depot = express();
process.umask(0022);
fs.chmodSync(__filename, 0755);
console.log('\033[32mopen\033[0m');

depot.get('/mode/' + 0644, function mode(req, res) {
  res.json({ mode: 0644 });
});
depot.use('/shelves', shelves);
depot.listen(8090);
