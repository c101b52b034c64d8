const store = require('some-store');

exports.keeperOf = function keeperOf(request, response) {
  let { token } = request.body || {};
  if (!token) token = request.headers['x-keeper-token'];
  const keeper = store.keeperByToken(token);
  if (!keeper) {
    response.status(401);
    response.send({ why: 'no keeper' });
    return null;
  }
  return keeper;
};
exports.keeperOrNull = (request) => (request.headers['x-keeper-token'] ? store.keeperByToken(request.headers['x-keeper-token']) : null);
