import express from 'express';
import telegraph from 'line-telegraph';
import { paced } from './paced';

const box = express();
const ask = paced((question: string) => telegraph.send(question) as Promise<{ line: string; clear: boolean }>, 4);

// A queue that empties itself by a timer, and by calls of its own.
box.get('/lines/:line', async (req, res) => {
  try {
    const answer = await ask(req.params.line);
    if (!answer) return res.status(404).json({ error: 'no such line' });
    res.json({ line: answer.line, asked: true });
  } catch (error) {
    res.status(502).json({ error: 'the telegraph is silent' });
  }
});

// One after the other, and each a queue of its own.
const survey = paced((place: string) => telegraph.send(place) as Promise<{ height: number }>, 2);
const report = paced((text: string) => telegraph.report(text) as Promise<{ number: number }>, 2);
box.post('/lines/:line/surveys', async (req, res) => {
  const line = await ask(req.params.line);
  const { height } = await survey(line.line);
  const again = await survey(req.body.place);
  const { number } = await report(`${height} ${again.height}`);
  res.status(201).json({ line: line.line, report: Number(number) });
});

// Asked again until somebody answers.
box.get('/trains/:number', (req, res) => {
  const look = async () => {
    const found = await telegraph.find(req.params.number);
    if (found) return res.json({ at: String(found.place) });
    if (telegraph.isDown) return res.status(503).end();
    setTimeout(look, 500);
  };
  look();
});

// As often as is said, and no further.
box.post('/bells', (req, res) => {
  let rung = 0;
  const ring = () => {
    rung += 1;
    if (rung === 12) return res.status(201).json({ rung });
    setTimeout(ring, 100);
  };
  ring();
});

// Whoever waits for a place in the row is not alone: each one that comes wakes the others.
const waiting: (() => void)[] = [];
function wake() {
  if (telegraph.isBusy()) {
    setTimeout(wake, 50);
    setImmediate(wake);
    return;
  }
  waiting.shift()?.();
  setTimeout(wake, 50);
}
box.put('/levers/:number', async (req, res) => {
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    wake();
  });
  if (req.body?.locked) return res.status(423).json({ locked: true });
  res.json({ moved: req.params.number });
});

box.listen(3000);
