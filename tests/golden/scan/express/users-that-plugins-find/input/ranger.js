const mongoose = require('mongoose');

const ranger = new mongoose.Schema({ badge: Number });
ranger.plugin(require('passport-local-mongoose'));
module.exports = mongoose.model('Ranger', ranger);
