module.exports = { app: null };
