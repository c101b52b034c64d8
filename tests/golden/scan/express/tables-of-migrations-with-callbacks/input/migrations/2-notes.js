'use strict';

exports.up = async function (db) {
  await db.addColumn('anvils', 'note', { type: 'text' });
  await db.runSql('ALTER TABLE anvils ADD COLUMN height INT NOT NULL');
};
