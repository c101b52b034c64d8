#!/usr/bin/env node
const createApp = require('../app');
const app = createApp({ prefix: '/www' });
app.listen(1);
