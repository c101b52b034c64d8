module.exports = (mongoose) => mongoose.model('Hive', new mongoose.Schema({ place: { type: String, required: true }, frames: Number }));
