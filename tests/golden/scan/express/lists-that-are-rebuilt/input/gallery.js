const { addDays, differenceInDays, isBefore } = require('date-fns');
const express = require('express');
const _ = require('lodash');
const moment = require('moment');
const mongoose = require('mongoose');

const Picture = mongoose.model(
  'Picture',
  new mongoose.Schema({
    title: { type: String, required: true },
    width: { type: Number, required: true },
    colours: { type: [String], required: true },
    hung: { type: Date, required: true },
  }),
);

const app = express();

// What a program puts where there is nothing yet is what is there.
app.get('/days', async (req, res) => {
  const days = {};
  for (const { hung, width } of await Picture.find()) {
    const day = hung.toISOString().slice(0, 10);
    days[day] ??= { day, pictures: 0, metres: 0 };
    days[day].pictures += 1;
    days[day].metres += width;
  }
  const lists = {};
  for (const picture of await Picture.find()) (lists[picture.title] = lists[picture.title] || []).push(picture.width);
  res.json({ days: Object.values(days), widths: Object.values(lists) });
});
// A number that is counted may be any, and what is seen twice is refused.
app.get('/twice', async (req, res) => {
  const seen = {};
  for (const { title } of await Picture.find()) {
    seen[title] = (seen[title] || 0) + 1;
    if (seen[title] > 1) return res.status(409).json({ twice: title });
  }
  res.json({ ok: true });
});

app.get('/parts', async (req, res) => {
  const [first, ...others] = await Picture.find();
  const pictures = await Picture.find();
  res.json({
    first: first.title,
    others: others.map((picture) => picture.title),
    last: others[others.length - 1]?.title ?? null,
    numbered: [...pictures.entries()].map(([index, picture]) => ({ number: index + 1, title: picture.title })),
  });
});

// Records by a key that a request says; nothing is left out where nothing is found.
app.get('/asked', async (req, res) => {
  const titles = req.query.titles.split(',');
  const byTitle = new Map((await Picture.find()).map((picture) => [picture.title, { title: picture.title, width: picture.width }]));
  const one = byTitle.get(req.query.one);
  if (!one) return res.status(404).json({ error: 'No such picture' });
  res.json({ one, found: titles.map((title) => byTitle.get(title)).filter(Boolean) });
});
app.get('/kept', async (req, res) => {
  const pictures = await Picture.find();
  const made = pictures.map((picture) => (picture.width > 1 ? { title: picture.title } : null));
  res.json({ made, kept: made.filter((each) => each !== null), alike: made.filter((each) => each !== undefined) });
});

app.get('/lodash', async (req, res) => {
  const pictures = await Picture.find();
  const counts = _.mapValues(_.groupBy(pictures, 'title'), (group) => group.length);
  res.json({
    pairs: _.toPairs(counts).map(([title, many]) => ({ title, many })),
    titles: _.keys(counts),
    counts: _.values(counts),
    colours: _.uniq(_.flatten(pictures.map((picture) => picture.colours))),
  });
});

app.get('/times', async (req, res) => {
  const picture = await Picture.findById(req.query.id).orFail();
  res.json({
    year: picture.hung.getFullYear(),
    days: differenceInDays(new Date(), picture.hung),
    due: addDays(picture.hung, 30),
    late: isBefore(picture.hung, new Date()),
    ago: moment(picture.hung).fromNow(),
    hours: moment().diff(picture.hung, 'hours'),
  });
});

app.listen(3000);
