module.exports = {
  all: (db) => db.select('*').from('vines'),
  one: (db, id) => db.from('vines').where({ id }).first(),
  byColour: (db, colour) => db.select('id', 'grape').where('colour', colour).from('vines'),
  plant: (db, vine) =>
    db
      .insert(vine)
      .into('vines')
      .returning('*')
      .then(([planted]) => planted),
  // Of a table that no file makes nothing is known.
  barrels: (db) => db.select('*').from('barrels'),
};
