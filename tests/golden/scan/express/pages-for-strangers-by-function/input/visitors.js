const store = require('some-store');
exports.authenticated = async (request) => {
  const visitor = request.cookies['visitor-session'];
  return store.isValid(visitor);
};
exports.isLoggedIn = (request) => store.has(request.cookies['visitor-session']);
