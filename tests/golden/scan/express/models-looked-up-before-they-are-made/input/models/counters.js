const mongoose = require('mongoose');

let counters;
let shape;

// The model is looked up first: the first time there is none, and mongoose throws.
exports.open = () => {
  try {
    counters = mongoose.model('Counter');
  } catch (error) {
    if (error.name !== 'MissingSchemaError') throw error;
    shape = new mongoose.Schema({ of: { type: String, required: true }, next: { type: Number, default: 0 } });
    counters = mongoose.model('Counter', shape);
  }
};

exports.numbered = (schema) => {
  if (!counters || !shape) throw new Error('the counters are not open');
  schema.add({ number: Number });
};
