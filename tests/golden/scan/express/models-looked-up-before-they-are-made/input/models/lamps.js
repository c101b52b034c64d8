const mongoose = require('mongoose');

function modelOf(name, fields) {
  try {
    return mongoose.model(name);
  } catch {
    return mongoose.model(name, new mongoose.Schema(fields));
  }
}

exports.lamps = () => modelOf('Lamp', { colour: { type: String, required: true }, range: Number });

exports.keepers = () => {
  try {
    return mongoose.model('Keeper');
  } catch (error) {
    if (error instanceof mongoose.Error.MissingSchemaError) return mongoose.model('Keeper', new mongoose.Schema({ name: String }));
    throw error;
  }
};
