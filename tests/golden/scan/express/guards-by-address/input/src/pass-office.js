const { readFile } = require('fs/promises');

exports.parse = (text) => (text ? { number: text.slice(5) } : undefined);
exports.sailorOf = async ({ number }) => JSON.parse(await readFile(`passes/${number}.json`, 'utf8'));
