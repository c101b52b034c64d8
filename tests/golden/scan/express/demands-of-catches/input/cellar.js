const shelf = require('shelf-of-cellars');

exports.find = async (name) => shelf.look(name);
