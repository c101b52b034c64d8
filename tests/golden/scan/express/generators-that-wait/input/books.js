const shelf = new Map([['1', { id: 1, title: 'Emma' }]]);

exports.place = function* () {
  const room = yield Promise.resolve('room');
  return `${room}-2`;
};
exports.nameOf = (place) => Promise.resolve(`books-in-${place}`);
exports.more = function* (app) {
  const name = yield Promise.resolve('more');
  app.get(`/${name}`, (request, response) => response.json({ more: true }));
};
exports.find = (id) => Promise.resolve(shelf.get(id));
exports.add = (title) => Promise.resolve({ id: 2, title });
exports.remove = (id) => Promise.resolve(shelf.delete(id));
