const fs = require('fs');
const path = require('path');
const express = require('express');
const app = express();
const folder = path.join(__dirname, 'routes');
fs.readdirSync(folder).filter((file) => file !== 'index.js' && !file.startsWith('_')).sort().forEach((file) => {
  const name = path.parse(file).name;
  const loaded = require(path.join(folder, file));
  app.use(`/${name === 'root' ? '' : name}`, typeof loaded === 'function' && loaded.stack ? loaded : loaded(express.Router()));
});
app.listen(1);
