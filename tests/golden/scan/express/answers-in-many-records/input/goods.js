const { lookUp } = require('warehouse');
exports.find = async (id) => lookUp(id);
