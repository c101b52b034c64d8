module.exports = { most: 20 };
