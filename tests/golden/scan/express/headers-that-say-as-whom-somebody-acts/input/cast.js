const rows = require('pg-promise')();
exports.isDirector = async (id) => (await rows.one('select * from cast where id = $1', id)).directs;
exports.holds = (code) => rows.codes.includes(code);
