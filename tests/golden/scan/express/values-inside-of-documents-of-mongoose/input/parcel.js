const mongoose = require('mongoose');

const parcelSchema = new mongoose.Schema({
  _id: mongoose.Schema.Types.ObjectId,
  weight: Number,
  address: { street: String, floor: Number },
  items: [{ sku: String, pieces: Number }],
  labels: [String],
});

module.exports = mongoose.model('Parcel', parcelSchema);
