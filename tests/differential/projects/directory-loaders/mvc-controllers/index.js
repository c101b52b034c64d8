const express = require('express');
const app = express();
require('./lib/boot')(app);
if (!module.parent) app.listen(3000);
