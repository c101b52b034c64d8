const database = require('some-database');

exports.find = async (table, id) => {
  const row = await database.table(table).find(id);
  if (row === null) return null;
  if (row.hidden) throw Object.assign(new Error('hidden'), { status: 451 });
  return row;
};
exports.write = async (traveller, ferry, seat) => {
  if (!seat.number) throw Object.assign(new Error('no number'), { status: 418 });
  return database.write(traveller, ferry, seat);
};
