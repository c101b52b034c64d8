// A parameter of the path is one text, whatever the functions allow that it is handed to; one of the query may be a list.
import express from 'express';
import mongoose from 'mongoose';

const Crane = mongoose.model('Crane', new mongoose.Schema({ reach: Number, berths: [String] }));

function cranesOf(ids) {
  if (!(ids instanceof Array)) ids = [ids];
  return Crane.find({ _id: { $in: ids.map((id) => new mongoose.Types.ObjectId(id)) } });
}
const listed = (value) => (Array.isArray(value) ? value : [value]);

const quay = express();
quay.get('/cranes/:crane', async (req, res) => res.json(await cranesOf(req.params.crane)));
quay.get('/cranes', async (req, res) => res.json(await cranesOf(req.query.crane)));
quay.get('/berths/:berth/cranes', async (req, res) => res.json(await Crane.find({ berths: req.params.berth })));
quay.get('/berths/:berth/:row', async (req, res) => res.json({ marks: listed(req.params.berth).map((mark) => mark.trim()).length + listed(req.query.mark).map((mark) => mark.trim()).length }));

quay.listen(7008);
