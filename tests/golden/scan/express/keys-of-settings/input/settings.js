module.exports = { porter: { passphrase: process.env.PORTER || 'open sesame' }, region: process.env.REGION || 'north' };
