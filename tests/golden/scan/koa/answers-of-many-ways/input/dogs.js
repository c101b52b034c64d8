const store = require('some-store');

exports.pass = (pass) => store.get(`pass:${pass}`);
exports.keeper = (id) => store.get(`keeper:${id}`);
exports.find = (id) => store.get(`dog:${id}`);
exports.rename = (id, name) => store.set(`dog:${id}`, { name });
