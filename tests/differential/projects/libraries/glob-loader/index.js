const path = require('path');
const glob = require('glob');
const express = require('express');
const app = express();
glob.sync(path.join(__dirname, 'modules/**/*.routes.js')).forEach((file) => require(path.resolve(file))(app));
app.listen(1);
