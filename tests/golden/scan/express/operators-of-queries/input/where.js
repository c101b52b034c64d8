const { trips } = require('./trips');
/** Every condition of a query, as the database has them. */
exports.where = (wanted) => (trip) =>
  Object.keys(wanted).every((name) => {
    const value = wanted[name];
    if (typeof value === 'object') {
      if ('$regex' in value) return new RegExp(value['$regex'], value['$options']).test(trip[name]);
      if ('$ne' in value) return trip[name] !== value.$ne;
      return trip[name] > value['$gt'];
    }
    return trip[name] === value;
  });
