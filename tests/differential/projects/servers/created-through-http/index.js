const http = require('http');
const express = require('express');
const app = express();
const server = http.createServer(app);
app.get('/alpha', (req, res) => res.end());
server.on('listening', () => {});
server.listen(process.env.PORT || 3000, function () { app.get('/omega', (req, res) => res.end()); });
