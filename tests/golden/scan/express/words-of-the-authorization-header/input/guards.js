const members = require('members');
const harbour = { office: 'sea' };

// The header as a whole.
exports.whole = (req, res, next) => {
  if (req.headers.authorization !== 'Basic b2ZmaWNlOnNlYQ==') {
    res.sendStatus(401);
    return;
  }
  next();
};

// Its beginning, and what is encoded in the rest.
exports.beginning = (req, res, next) => {
  const header = req.get('Authorization');
  if (!header || !header.startsWith('Basic ')) return res.status(401).json({ reason: 'who are you' });
  const [name, password] = Buffer.from(header.slice(6), 'base64').toString().split(':');
  if (harbour[name] !== password) return res.status(401).json({ reason: 'wrong' });
  next();
};

// Its first word.
exports.word = (req, res, next) => {
  const [kind, value] = (req.headers['authorization'] || '').split(' ');
  if (kind.toLowerCase() !== 'basic' || !value) return res.status(401).end();
  next();
};

// A regular expression.
exports.expression = (req, res, next) => {
  const found = /^basic\s+(.+)$/i.test(req.headers.authorization);
  if (!found) return res.status(403).send('no');
  next();
};

// Either of two kinds.
exports.either = (req, res, next) => {
  const header = req.headers.authorization;
  if (!header) return res.status(401).end();
  if (header.startsWith('Basic ') || header.startsWith('Bearer ')) return next();
  res.status(401).end();
};

// A token, and a word that is not the kind.
exports.token = (req, res, next) => {
  const token = (req.headers.authorization || '').replace('Bearer ', '');
  if (!token || token === 'basically nothing') return res.status(401).end();
  next();
};

// Each kind is checked by itself, and another one turned away.
exports.each = (req, res, next) => {
  const [kind, value] = (req.headers.authorization || '').split(' ');
  if (kind === 'Bearer') req.user = members.byToken(value);
  else if (kind === 'Basic') req.user = members.byPassword(...Buffer.from(value, 'base64').toString().split(':'));
  if (!req.user) return res.status(401).end();
  next();
};

// Names and passwords are not taken any more.
exports.formerly = (req, res, next) => {
  const header = req.headers.authorization || '';
  if (header.startsWith('Basic ')) return res.status(401).json({ error: 'passwords are not taken any more' });
  if (!header.startsWith('Bearer ') || !members.byToken(header.slice(7))) return res.status(401).end();
  next();
};

// Kinds that the options of a guard name: what is behind `&&` is never there.
const made = (options) => (req, res, next) => {
  const [kind, value] = (req.headers.authorization || '').split(' ');
  if (kind === 'Bearer' && options.bearer) return members.byToken(value) ? next() : res.status(401).end();
  if (kind === 'Basic' && options.basic) return options.basic(value) ? next() : res.status(401).end();
  return res.status(401).end();
};
exports.onlyPasswords = made({ basic: (value) => value === 'b2ZmaWNlOnNlYQ==' });
exports.onlyTokens = made({ bearer: true });

// Tokens are not taken any more.
exports.passwordsAgain = (req, res, next) => {
  const [kind, value] = (req.headers.authorization || '').split(' ');
  switch (kind) {
    case 'Bearer':
      return res.status(401).json({ error: 'tokens are not taken any more' });
    case 'Basic':
      return members.byPassword(value) ? next() : res.status(401).end();
  }
  return res.status(401).end();
};
