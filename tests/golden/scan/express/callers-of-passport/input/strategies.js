const passport = require('passport');
const { Strategy: JwtStrategy, ExtractJwt } = require('passport-jwt');
const LocalStrategy = require('passport-local');
const Member = require('./members');

passport.use(new JwtStrategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.SECRET }, async (payload, done) => {
  try {
    const member = await Member.findById(payload.sub);
    if (!member) return done(null, false);
    return done(null, member);
  } catch (error) {
    return done(error, false);
  }
}));
passport.use('door', new LocalStrategy({ passReqToCallback: true }, (request, name, secret, done) => {
  Member.findOne({ name }).then((member) => done(null, { id: member._id, doorkeeper: true })).catch(done);
}));
