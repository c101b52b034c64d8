const knex = require('knex')({});

exports.any = () => knex('domes').select('id').first();
