const express = require('express');

const board = express();
board.use(express.json());
const refused = (res, status = 400) => res.status(status).json({ error: 'This does not fit.' });

// Whoever lacks either is refused.
board.post('/notices', (req, res) => {
  const { title, text } = req.body;
  const isWhole = title && text;
  if (!isWhole) return refused(res);
  res.status(201).json({ title, text });
});
board.put('/notices', (req, res) => {
  const { title, text } = req.body;
  const isWhole = !!title && Boolean(text);
  if (isWhole) res.json({ title, text });
  else refused(res);
});

// More than that is asked of one: the other is demanded all the same.
board.post('/notes', (req, res) => {
  const { title, text } = req.body;
  const fits = typeof title === 'string' && title.trim().length > 0 && Boolean(text);
  if (!fits) return refused(res);
  res.status(201).json({ title, text });
});
board.put('/notes', (req, res) => {
  const { title } = req.body;
  const fits = title && title.length > 2;
  if (!fits) return refused(res);
  res.json({ title });
});

// A function says it.
function isNotice({ title, text }) {
  return title && title.length >= 3 && text !== undefined;
}
board.post('/letters', (req, res) => {
  if (!isNotice(req.body)) return refused(res, 422);
  res.status(201).json({ sent: true });
});

// A member of what has to be there itself.
board.post('/cards', (req, res) => {
  const { writer } = req.body;
  const name = writer && writer.name;
  if (!name) return refused(res);
  res.status(201).json({ name });
});

// Nobody is refused: neither is demanded.
board.post('/drafts', (req, res) => {
  const { title, text } = req.body;
  const isWhole = title && text;
  if (!isWhole) return res.status(202).json({ kept: title });
  res.status(201).json({ title, text });
});
// Of what is refused only where something else is there nothing is demanded; nor is what is named instead the only one.
board.post('/signs', (req, res) => {
  const { kind, width } = req.body;
  const isNarrow = width && width < 3;
  if (isNarrow) return refused(res);
  if (kind && kind !== 'wood' && kind !== 'tin') return refused(res);
  res.status(201).json({ kind, width });
});

// A truth that is asked for once more still says what it said.
board.post('/plates', (req, res) => {
  const isPlate = /^[A-Z]{3}$/.test(req.body.plate);
  if (isPlate) console.log('a plate');
  if (isPlate === false) return refused(res);
  res.status(201).json({ plate: req.body.plate });
});

// What was chosen by it belongs to it still.
board.get('/pins', (req, res) => {
  const isAll = req.query.of === 'all';
  let pins;
  if (isAll) pins = { all: 1 };
  else pins = { own: 'red' };
  if (isAll) return res.status(203).json({ pins });
  res.json({ pins });
});

// Nor is it forgotten where an error is caught that was thrown by it.
board.post('/stamps', (req, res) => {
  const isBlank = !req.body.stamp;
  try {
    if (isBlank) throw new Error('blank');
  } catch (error) {
    console.log(error.message);
  }
  if (isBlank) return refused(res, 422);
  res.status(201).json({ stamp: req.body.stamp });
});

board.listen(3000);
