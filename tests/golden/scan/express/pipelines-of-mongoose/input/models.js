const mongoose = require('mongoose');
const paginate = require('mongoose-paginate-v2');

const planetSchema = new mongoose.Schema({
  name: { type: String, required: true },
  mass: Number,
  ringed: Boolean,
  seen: { type: Date, default: Date.now },
  moons: [{ title: String, radius: Number }],
  star: { type: mongoose.Schema.Types.ObjectId, ref: 'Galaxy' },
  secret: { type: String, select: false },
}, { timestamps: true });
planetSchema.plugin(paginate);

exports.Planet = mongoose.model('Planet', planetSchema);
exports.Galaxy = mongoose.model('Galaxy', new mongoose.Schema({ title: String, shape: { type: String, enum: ['spiral', 'ring'] }, arms: Number }, { versionKey: false }));
exports.Comet = mongoose.model('Comet', new mongoose.Schema({ label: String }), 'tails');
