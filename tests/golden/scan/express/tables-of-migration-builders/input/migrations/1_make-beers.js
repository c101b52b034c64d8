exports.shorthands = undefined;

exports.up = (pgm) => {
  pgm.createType('beer_style', ['stout', 'lager']);
  pgm.createTable('brewers', {
    id: { type: 'VARCHAR(50)', primaryKey: true },
    name: { type: 'VARCHAR(50)', unique: true, notNull: true },
    since: { type: 'timestamp', notNull: true, default: pgm.func('current_timestamp') },
  });
  pgm.createTable(
    { schema: 'public', name: 'beers' },
    {
      id: 'id',
      brewer_id: { type: 'VARCHAR(50)', notNull: true, references: '"brewers"(id)', onDelete: 'CASCADE' },
      style: { type: 'beer_style', notNull: true },
      hops: { type: 'TEXT[]' },
    },
  );
  pgm.addConstraint('beers', 'one_of_each', 'UNIQUE(brewer_id, style)');
};
exports.down = (pgm) => {
  pgm.dropTable('beers');
  pgm.dropTable('brewers');
};
