exports.up = async (pgm) => {
  pgm.addColumns('beers', { strength: { type: 'real', notNull: true } });
  pgm.addColumn('beers', { note: 'text' });
  await pgm.sql('ALTER TABLE beers ADD COLUMN litres INTEGER NOT NULL');
};
