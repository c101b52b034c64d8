const { Schema, model } = require('mongoose');
const { isEmail } = require('validator');

const tree = new Schema({
  label: { type: String, required: [true, 'a label, please'], minlength: [2, 'short'], maxlength: 30 },
  sort: { type: String, enum: { values: ['apple', 'pear'], message: 'no such sort' }, required: true },
  height: { type: Number, min: 0, max: [20, 'too high'] },
  plot: { type: String, required: true, default: 'north' },
  marks: { type: [String], enum: ['old', 'ill'], required: true },
  code: { type: String, match: [/^[A-Z]{3}$/, 'three letters'] },
  keeper: { name: { type: String, required: true }, mail: { type: String, validate: [isEmail, 'no address'] } },
});

const basket = new Schema({ weight: { type: Number, required: true, min: 1 }, tag: { type: String, required: true } });
basket.pre('validate', function fill(next) { this.tag = this.tag || 'none'; next(); });

exports.Tree = model('Tree', tree);
exports.Basket = model('Basket', basket);
