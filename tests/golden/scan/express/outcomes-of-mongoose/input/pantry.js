import express from 'express';
import mongoose from 'mongoose';

const Jar = mongoose.model('Jar', new mongoose.Schema({ label: { type: String, required: true }, full: Boolean, words: { type: [String], select: false } }));
const pantry = express();
pantry.use(express.json());
pantry.delete('/jars/:id', async (req, res) => res.json(await Jar.deleteOne({ _id: req.params.id })));
pantry.patch('/jars', async (req, res) => res.json(await Jar.updateMany({}, { $set: { full: true } })));
pantry.get('/jars', async (req, res) => res.json(await Jar.find({ $text: { $search: req.query.words } }, { score: { $meta: 'textScore' } }).sort({ score: { $meta: 'textScore' } }).lean()));
pantry.listen(8085);
