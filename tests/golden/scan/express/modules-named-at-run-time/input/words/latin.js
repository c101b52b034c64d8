exports.greet = (row) => row.text.replace('/', ' ');
