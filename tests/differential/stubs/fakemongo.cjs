exports.MongoClient = {
  connect(url, done) {
    setImmediate(() => done(null, { db: (name) => ({ collection: (key) => `${name}.${key}` }) }));
  },
};
