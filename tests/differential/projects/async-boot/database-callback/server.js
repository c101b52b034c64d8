const express = require('express');
const { MongoClient } = require('fakemongo');
const routes = require('./routes');
const app = express();
MongoClient.connect('mongodb://localhost', (error, client) => {
  if (error) throw error;
  app.use(express.urlencoded({ extended: true }));
  routes(app, client.db('herbs'));
  app.listen(5000, () => console.log('listening'));
});
