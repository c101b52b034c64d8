const express = require('express');
const Gate = require('./gate');
require('./late');
const app = express();
app.use('/gate', Gate.getInstance().router);
app.listen(1);
