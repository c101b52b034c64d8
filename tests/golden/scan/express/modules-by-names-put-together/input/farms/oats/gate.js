const fs = require('node:fs');

// The framework is reached by a text and a name behind it.
for (const shed of fs.readdirSync(`${__dirname}/sheds`)) require('./sheds/' + shed)('/north');
