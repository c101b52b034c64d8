const express = require('express');
const app = express();
app.use('/file', require('./rooms'));
app.use('/folder', require('./rooms/'));
app.listen(0);
