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
  // Rows of a query within: what stands in brackets has joins of its own.
  latest: (db) =>
    db
      .raw(
        `SELECT latest.* FROM (
          SELECT DISTINCT ON (v.grape) v.grape, v.planted, v.prizes, older.id AS older_id
          FROM vines v JOIN vines older ON older.grape = v.grape
        ) AS latest LEFT JOIN vines w ON w.grape = latest.grape`,
      )
      .then((found) => found.rows),
  // Of a table that no file makes nothing is known.
  barrels: (db) => db.select('*').from('barrels'),
};
