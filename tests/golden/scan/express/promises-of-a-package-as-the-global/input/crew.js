const passport = require('passport');

const refusal = (status) => Object.assign(new Error('no crew'), { status });

/** The function that passport calls logs in with a promise of its own. */
const decided = (request, response, next, rank) => async (error, member) => {
  const logIn = Promise.promisify(request.logIn);
  try {
    if (error || !member) throw error;
    await logIn(member, { session: false });
  } catch (_) {
    return next(refusal(401));
  }
  if (member.rank !== rank) return next(refusal(403));
  return next();
};

exports.ofCrew = (rank) => (request, response, next) =>
  passport.authenticate('jwt', { session: false }, decided(request, response, next, rank))(request, response, next);
exports.passages = ['north', 'south'];
