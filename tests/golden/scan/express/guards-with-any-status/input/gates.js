const jwt = require('jsonwebtoken');
const crews = require('./crews');

/** Whoever brings nothing is answered, with whatever status, and never handed on. */
exports.badge = (digger, foreman, onwards) => {
  const badge = digger.headers['x-access-token'];
  if (!badge) return foreman.send({ success: false, message: 'no badge' });
  jwt.verify(badge, process.env.SEAL, (error, shown) => {
    if (error) return foreman.json({ success: false, message: 'no such badge' });
    digger.shown = shown;
    onwards();
  });
};
exports.stamp = (digger, foreman, onwards) => {
  const { token } = digger.cookies;
  if (token) return onwards();
  foreman.status(400).json({ message: 'no stamp' });
};
exports.slip = (digger, foreman, onwards) => {
  if (!digger.headers.token) return foreman.json({ code: -1 });
  onwards();
};
exports.crew = async function (digger, foreman, onwards) {
  const id = digger.session.crew_id ?? digger.session.userId;
  if (!id || !Number(id)) {
    foreman.send({ status: 0, type: 'UNKNOWN_CREW' });
    return;
  }
  const crew = await crews.find(id);
  if (!crew) foreman.send({ status: 0, type: 'NO_RIGHTS' });
  else onwards();
};
exports.page = (digger, foreman, onwards) => {
  if (!digger.session.user) return foreman.render('gate');
  onwards();
};
exports.failing = (digger, foreman, onwards) => onwards(digger.session.loggedIn ? undefined : new Error('the gate is shut'));
const member = (digger) => digger.session && digger.session.member;
exports.lead = (digger, foreman, onwards) => {
  if (!digger.session || !digger.session.admin) return foreman.status(400).end();
  onwards();
};
exports.member = (digger, foreman, onwards) => (member(digger) ? onwards() : foreman.status(500).send('nobody'));

/** What these look for says nothing of who it is, or they let pass whoever has not got it. */
exports.language = (digger, foreman, onwards) => {
  if (!digger.cookies.lang) return foreman.status(400).json({ message: 'which language?' });
  onwards();
};
exports.riddle = (digger, foreman, onwards) => {
  if (!digger.session.riddle) return foreman.json({ message: 'the riddle first' });
  onwards();
};
exports.newcomer = (digger, foreman, onwards) => {
  if (digger.session.user) return foreman.json({ message: 'in already' });
  onwards();
};
exports.banned = (digger, foreman, onwards) => {
  if (digger.session.user && digger.session.user.banned) return foreman.json({ message: 'not you' });
  onwards();
};
exports.perhaps = (digger, foreman, onwards) => {
  if (!digger.cookies.token) return onwards();
  jwt.verify(digger.cookies.token, process.env.SEAL, (error) => (error ? foreman.status(400).end() : onwards()));
};
exports.ticket = (digger, foreman, onwards) => {
  if (!digger.query.token) return foreman.status(400).json({ message: 'the link is not complete' });
  onwards();
};

/** Some addresses are open. Nobody passes at others without a badge; one who looks for a stone first asks for none. */
const OPEN = ['/hours', '/map'];
exports.elsewhere = (digger, foreman, onwards) => {
  const { path } = digger;
  if (OPEN.some((open) => path.startsWith(open))) return onwards();
  const badge = digger.headers.authorization;
  if (!badge) return foreman.status(404).json({ message: 'no badge' });
  jwt.verify(badge, process.env.SEAL, (error) => (error ? foreman.status(400).json({ message: 'no such badge' }) : onwards()));
};
exports.found = async (digger, foreman, onwards) => {
  if (digger.path === '/hours') return onwards();
  digger.stone = await crews.find(digger.query.stone);
  if (!digger.stone) return foreman.status(404).json({ message: 'no such stone' });
  if (digger.headers.authorization) digger.shown = jwt.verify(digger.headers.authorization, process.env.SEAL);
  onwards();
};
