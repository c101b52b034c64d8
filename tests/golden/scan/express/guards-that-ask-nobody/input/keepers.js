const config = require('lighthouse-settings');
exports.areStrict = () => config.strict;
