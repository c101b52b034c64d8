const { Schema, model } = require('mongoose');
const ticket = new Schema({ seat: { type: Number, min: 1 }, holder: String }, { timestamps: true });
const note = new Schema({ text: { type: String, required: true } }, { _id: false });
exports.Actor = model('Actor', new Schema({ name: String, mail: String, pin: String }));
exports.Play = model('Play', new Schema({
  title: String, lead: { type: Schema.Types.ObjectId, ref: 'Actor' },
  scenes: [{ name: { type: String, required: true }, minutes: Number }], tickets: [ticket], notes: [note], words: [String], marks: [{ _id: false, colour: String }],
}));
