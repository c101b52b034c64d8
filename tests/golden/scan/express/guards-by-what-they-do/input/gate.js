const passport = require('passport');

const refuse = (reply) => reply.status(401).end();

/** The strategy decides which credential it is, also where it is called inside of a function. */
exports.pass = (...rights) => (wagon, reply, onwards) =>
  passport.authenticate('jwt', { session: false }, (error, driver) => {
    if (error || !driver || !rights.every((right) => driver.rights.includes(right))) return refuse(reply);
    wagon.user = driver;
    onwards();
  })(wagon, reply, onwards);

/** It is the login itself: a client has nothing to bring along. */
exports.sign = (wagon, reply, onwards) => passport.authenticate('local', (error, driver) => (driver ? onwards() : refuse(reply)))(wagon, reply, onwards);

exports.plate = (wagon, reply, onwards) => {
  passport.authenticate(['basic', 'anonymous'])(wagon, reply, onwards);
};

exports.seal = ({ headers }, reply, onwards) => {
  if (!headers.authorization) return refuse(reply);
  onwards();
};

exports.token = (wagon, reply, onwards) => {
  const { query } = wagon;
  if (query.api_key !== 'ferry') return reply.sendStatus(403);
  onwards();
};

exports.known = (wagon, reply, onwards) => {
  if (!wagon.session.userId) return reply.redirect('/sign');
  onwards();
};

/** Lets only those pass who are not logged in. */
exports.stranger = (wagon, reply, onwards) => {
  if (wagon.session && wagon.session.userId) {
    return reply.redirect('/ledger');
  }
  onwards();
};
