const mongoose = require('mongoose');

module.exports = mongoose.model('Load', new mongoose.Schema({ weight: { type: Number, required: true }, bearer: { type: String, required: true }, mark: String }));
