const fs = require('fs');
const path = require('path');
const express = require('express');

const square = express();
for (const file of fs.readdirSync(path.join(process.cwd(), 'stalls'))) square.use(`/${path.basename(file, '.js')}`, require(path.resolve('stalls', file)));
square.listen(4012);
