const mongoose = require('mongoose');

exports.Loaf = mongoose.model('Loaf', new mongoose.Schema({ flour: { type: String, required: true }, weight: { type: Number, default: 1 } }, { versionKey: false }));
