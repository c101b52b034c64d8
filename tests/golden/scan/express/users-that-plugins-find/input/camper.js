const mongoose = require('mongoose');
const plugin = require('passport-local-mongoose');

const camper = new mongoose.Schema({ email: { type: String, required: true } });
camper.plugin(plugin, { usernameField: 'nick' });
module.exports = mongoose.model('Camper', camper);
