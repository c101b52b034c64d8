const app = require('express')();
app.get('/test-only', (req, res) => res.end());
