const express = require('express');

const ferry = express();
const answer = (request, response) => response.end();

// Whoever starts the program may say so: these are there under another configuration, as with variables of the environment.
if (process.argv.includes('--deck')) ferry.get('/deck', answer);
if (process.argv.indexOf('--hull') !== -1) ferry.get('/hull', answer);
if (process.argv[2] === 'night') ferry.get('/night', answer);
const words = process.argv.slice(2);
const [season = 'summer'] = words;
if (season === 'winter') ferry.get('/ice', answer);
if (words.some((word) => word === '--crew')) ferry.get('/crew', answer);
if (words.find((word) => word.startsWith('--cargo'))) ferry.get('/cargo', answer);
if (words.length > 0) ferry.get('/words', answer);
if (!words.includes('--quiet')) ferry.get('/horn', answer);

// What is always said, and what is said where nobody says anything.
if (process.argv[1].endsWith('ferry.js')) ferry.get('/ferry', answer);
ferry.get(`/${words[0] || 'harbour'}`, answer);
const folder = process.argv[3] || './piers';
ferry.use('/piers', require(folder));
ferry.listen(process.argv[4] || 3000);

// A program that another one starts is none.
if (require.main === module) ferry.get('/alone', answer);
