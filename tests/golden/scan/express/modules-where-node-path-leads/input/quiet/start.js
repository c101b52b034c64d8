// Node reads the variable when it starts: setting it later does nothing.
process.env.NODE_PATH = __dirname;
const express = require('express');
const app = express();
app.use('/reeds', require('reeds')); //~ express/mounted-package
app.get('/pond', (req, res) => res.json({ pond: true }));
app.listen(3002);
