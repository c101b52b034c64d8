import express from 'express';

const weir = express();
weir.use(express.json());

// One object that each way fills in another manner.
const paged = (results, page, offset) => {
  const result = { results, total: 3, next: null };
  if (page !== undefined) {
    result.page = page;
    result.next = 4;
    return result;
  }
  result.offset = offset;
  return result;
};
weir.get('/levels', (req, res) => {
  const { page, offset } = req.query;
  res.json(paged([{ level: 1 }], page, offset));
});

// Whichever of the two it is, it lacks its key when it is sent.
weir.get('/gates/:gate', (req, res) => {
  const gate = req.query.open ? { gate: 1, open: true, key: 'a' } : { gate: 2, key: 'b' };
  delete gate.key;
  res.json(gate);
});

// Questions to others one after the other, each with several ends: the answers are those of the ends.
const asked = async (what, data) => {
  const answer = await fetch(`http://river/${what}`, { method: 'POST', body: JSON.stringify(data) });
  if (!answer.ok) return { success: false, data: null, error: 'out of reach' };
  const found = await answer.json();
  if (found.gone) return { success: false, data: null, error: 'gone' };
  if (found.closed) return { success: false, data: null, error: 'closed' };
  return { success: true, data: { name: found.name, secret: found.secret }, error: null };
};
const done = (content) => ({ status: 201, body: { done: true, content } });
const refused = (why) => ({ status: 422, body: { done: false, why } });
const lock = async (data) => {
  if (!data.boat) return refused('no boat');
  const boat = await asked('boats', { boat: data.boat });
  if (!boat.success) return refused(boat.error);
  let made;
  if (boat.data.old) {
    const changed = await asked('changes', data);
    if (!changed.success) return refused('unchanged');
    made = changed.data;
  } else {
    const created = await asked('locks', data);
    if (!created.success) return refused('not made');
    made = created.data;
  }
  const mail = await asked('mails', made);
  if (!mail.success) return refused('no mail');
  delete made.secret;
  made.mailed = true;
  return done(made);
};
weir.post('/locks', (req, res, next) => {
  lock(req.body)
    .then((result) => res.status(result.status).json(result.body))
    .catch((error) => next(error));
});
weir.listen(8091);
