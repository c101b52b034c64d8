const Bluebird = require('bluebird');

class Sold extends Error {}
exports.Sold = Sold;

exports.take = (name) =>
  Bluebird.resolve({ name, slices: 12 }).tap((loaf) => {
    if (name === 'rye') throw new Sold('rye is gone');
    return loaf;
  });
exports.pair = () => Bluebird.all([{ crust: 'thin' }, { crust: 'thick' }]);
