const mongoose = require('mongoose');

const memberSchema = new mongoose.Schema({ name: String, rank: { type: Number, default: 0 }, secret: { type: String, select: false } });
module.exports = mongoose.model('Member', memberSchema);
