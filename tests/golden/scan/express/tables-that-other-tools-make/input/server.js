const knex = require('knex');
const app = require('./app');

app.set('cellar', knex({ client: 'pg', connection: process.env.DATABASE_URL }));
app.listen(8000);
