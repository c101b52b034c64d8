const express = require('express');
const app = express();
app.get('/always', (req, res) => res.end());
if (process.env.NODE_ENV === 'production') app.use(function hardened(req, res, next) { next(); });
if (process.env.NODE_ENV !== 'production') app.get('/debug/state', (req, res) => res.end());
if (process.env.ENABLE_LEGACY) app.get('/legacy', (req, res) => res.end());
app.get('/after', (req, res) => res.end());
app.listen(1);
