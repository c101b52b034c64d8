const { lever } = require('./levers');
exports.SIDES = ['left', 'right'];
for (const side of exports.SIDES) lever(`/points/${side}`, (request, response) => response.json({ side }));
