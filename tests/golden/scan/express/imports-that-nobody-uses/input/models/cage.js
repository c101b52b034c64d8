import mongoose from 'mongoose';

export const Cage = mongoose.model('Cage', new mongoose.Schema({ bars: Number }));
