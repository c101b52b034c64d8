const express = require('express');
const passport = require('passport');
const BearerStrategy = require('passport-http-bearer');
const { Strategy: JwtStrategy, ExtractJwt } = require('passport-jwt');
const FacebookTokenStrategy = require('passport-facebook-token');
const { Strategy: GoogleStrategy } = require('passport-google-oauth20');
const { BearerStrategy: AzureBearer, OIDCStrategy } = require('passport-azure-ad');

const settings = { clientID: process.env.CLIENT_ID, clientSecret: process.env.CLIENT_SECRET };
const verify = (token, done) => done(null, { pier: token });
const verifyProfile = (access, refresh, profile, done) => done(null, { pier: profile.id });

// Only the names are those of services: what comes has its token already.
passport.use('facebook', new BearerStrategy(verify));
passport.use('google', new JwtStrategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.SECRET }, verify));
passport.use(new FacebookTokenStrategy(settings, verifyProfile));
passport.use(new AzureBearer(settings, verify));
// These send the caller there, whatever they are called.
passport.use('crew', new GoogleStrategy(settings, verifyProfile));
passport.use('azuread-openidconnect', new OIDCStrategy(settings, verifyProfile));

const harbour = express();
harbour.use(passport.initialize());
for (const name of ['facebook', 'google', 'facebook-token', 'oauth-bearer', 'crew', 'azuread-openidconnect', 'github'])
  harbour.get(`/${name}`, passport.authenticate(name, { session: false }), (req, res) => { res.json({ pier: req.user.pier }); });
harbour.listen(3000);
