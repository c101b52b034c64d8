import mongoose from 'mongoose';

const bird = new mongoose.Schema({ name: { type: String, required: true }, wings: Number });
export default mongoose.model('Bird', bird);
