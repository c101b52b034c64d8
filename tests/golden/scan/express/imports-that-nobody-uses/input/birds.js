import mongoose from 'mongoose';
// Loaded for what it makes, whatever it is called here.
import BirdModel from './models/bird.js';
import { Cage as Unused } from './models/cage.js';

const Bird = mongoose.model('Bird');
const Cage = mongoose.model('Cage');

export const list = async (req, res) => res.json(await Bird.find());
export const open = async (req, res) => res.json(await Cage.findById(req.params.cage).orFail());
