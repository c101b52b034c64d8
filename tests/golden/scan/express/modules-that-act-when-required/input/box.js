const box = require('express')();
const { levers } = require('./levers');
const bells = require('./bells');

levers.forEach(({ path, pull }) => box.put(path, pull));
box.post('/bells', (request, response) => bells.ring(request, response));
box.listen(8080);
