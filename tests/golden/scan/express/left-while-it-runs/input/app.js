const express = require('express');
const { agents, work } = require('./agents');

const app = express();
class Gone extends Error {}
class Empty extends Error {}
const titleOf = async (order) => order.title;
const stockOf = async (order) => order.left;

// Those that it tells, and waits for none of, work for long before they wait themselves. When that is too long for whoever waits for it, it runs:
// it is left at its next `await`, with what it has thrown until then.
async function notify(order) {
  try {
    const subject = await titleOf(order);
    if (!subject) throw new Gone('no title');
    agents.forEach((agent) => {
      agent.send(subject, order);
    });
    const left = await stockOf(order);
    if (!left) throw new Empty('nothing left');
    return left;
  } catch (error) {
    if (error instanceof Gone) throw error;
    return 0;
  }
}

async function place(order) {
  const sums = work(1200, 3);
  const left = await notify(order);
  if (sums[left] === 3) throw new Empty('not enough');
  return { left };
}
app.post('/orders/:title', async (req, res) => {
  try {
    const placed = await place({ title: req.params.title, left: req.query.left });
    if (!placed.left) return res.status(202).json({ placed: null });
    res.status(201).json({ placed });
  } catch (error) {
    res.status(error instanceof Gone ? 410 : 409).json({ error: error.message });
  }
});

// It ends without another `await`.
async function remind(order) {
  try {
    const subject = await titleOf(order);
    if (!subject) throw new Gone('no title');
    for (const agent of agents) agent.send(subject, order);
    return subject;
  } catch (error) {
    throw error instanceof Gone ? error : new Empty('nobody to remind');
  }
}
async function again(order) {
  const sums = work(1200, 3);
  const subject = await remind(order);
  if (sums[subject] === 3) throw new Empty('no words');
  return subject;
}
app.put('/orders/:title', async (req, res) => {
  try {
    res.json({ reminded: await again({ title: req.params.title, left: req.query.left }) });
  } catch (error) {
    res.status(error instanceof Gone ? 410 : 409).json({ error: error.message });
  }
});

// It waits in place, behind a condition that nobody knows, while it is given up.
async function settle(order) {
  try {
    const subject = await titleOf(order);
    if (!subject) throw new Gone('no title');
    if (order.left) await Promise.all(agents.map((agent) => agent.send(subject, order)));
    const left = await stockOf(order);
    if (!left) throw new Empty('nothing left');
    return left;
  } catch (error) {
    if (error instanceof Gone) throw error;
    throw new Empty(error.message);
  }
}
async function close(order) {
  const sums = work(1200, 3);
  return sums[await settle(order)];
}
app.delete('/orders/:title', async (req, res) => {
  try {
    res.json({ closed: await close({ title: req.params.title, left: req.query.left }) });
  } catch (error) {
    res.status(error instanceof Gone ? 410 : 409).json({ error: error.message });
  }
});
app.listen(3000);
