const store = require('level')('monks')
exports.findKey = (token) => store.get(`key:${token}`)
exports.findMonk = (id) => store.get(`monk:${id}`)
