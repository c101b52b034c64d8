// The status in an envelope is no code of what was made, and a way to log in makes nothing that is called like it.
import express from 'express';
import mongoose from 'mongoose';
import { z } from 'zod';

const Guild = mongoose.model('Guild', new mongoose.Schema({ title: String }));
const Member = mongoose.model('Member', new mongoose.Schema({ alias: String, gildedId: String, guild: { type: mongoose.Schema.Types.ObjectId, ref: 'Guild' } }));
const Voucher = mongoose.model('Voucher', new mongoose.Schema({ code: String, worth: Number }));

const wrapped = (data, code = 200) => ({ status: 'done', data, code });
const joining = z.object({ alias: z.string(), guildCode: z.string() });
const settling = z.object({ voucherCode: z.string(), sum: z.number() });

const hall = express();
hall.use(express.json());
hall.post('/guilds', async (req, res) => res.status(201).json(wrapped(await Guild.create({ title: req.body.title }), 201)));
hall.post('/members', async (req, res) => {
  const { alias, guildCode } = joining.parse(req.body);
  res.status(201).json(wrapped(await Member.create({ alias, guildCode }), 201));
});
// A code that is a text is one.
hall.post('/vouchers', async (req, res) => {
  const code = Math.random().toString(36).slice(2);
  res.status(201).json(await Voucher.create({ code, worth: req.body.worth }));
});
hall.post('/settlements', (req, res) => {
  const { voucherCode, sum } = settling.parse(req.body);
  res.json({ left: sum, voucherCode });
});
// `gildedId` is not the id of what `/auth/gilded` makes: a member.
hall.post('/auth/gilded', async (req, res) => res.status(201).json(await Member.create({ alias: req.body.token })));
hall.post('/enrolments', async (req, res) => res.status(201).json({ made: await Member.create({ alias: req.body.alias, gildedId: req.body.gildedId }) }));
hall.get('/members/:memberId', async (req, res) => res.json(await Member.findById(req.params.memberId)));

hall.listen(7019);
