module.exports = { verify: () => ({}), sign: () => 'token' };
