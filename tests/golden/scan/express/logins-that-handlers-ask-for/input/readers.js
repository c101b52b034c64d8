const store = require('some-store');

exports.check = (name, word, done) => store.find({ name, word }, done);
exports.byCard = (card, done) => store.find({ card }, done);
