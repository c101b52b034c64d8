module.exports = { winter: process.env.WINTER === 'yes', open: process.env.OPEN !== 'no', harbour: process.env.HARBOUR || 'north' };
