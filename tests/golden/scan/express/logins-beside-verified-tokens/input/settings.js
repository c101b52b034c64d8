const { readFileSync } = require('node:fs');

const stored = JSON.parse(readFileSync(process.env.SETTINGS, 'utf8'));
exports.isGuarded = () => stored.guarded === true;
