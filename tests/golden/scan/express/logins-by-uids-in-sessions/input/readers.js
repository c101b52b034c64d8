const { MongoClient } = require('mongodb');
exports.readers = new MongoClient(process.env.DB);
