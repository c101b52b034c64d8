const { Schema, model } = require('mongoose');

const tidy = (schema) => {
  schema.set('toJSON', { transform: (document, plain) => { plain.id = plain._id; delete plain._id; delete plain.__v; return plain; } });
};
const bee = new Schema({ name: { type: String, required: true }, password: { type: String, select: false }, age: { type: Number, min: 0 } }, { timestamps: true });
bee.plugin(tidy);
bee.methods.knows = function knows(password) { return this.password === password; };
const comb = new Schema({ owner: { type: Schema.Types.ObjectId, ref: 'Bee' }, cells: [{ filled: Boolean, note: String }], kind: { type: String, enum: ['wax', 'wood'] } });

exports.Bee = model('Bee', bee);
exports.Comb = model('Comb', comb);
