const express = require('express');
const mongoose = require('mongoose');
const journal = require('some-journal');

const Sack = mongoose.model('Sack', new mongoose.Schema({ grain: String, weight: Number }));
const windmill = express();
windmill.use(express.json());

// Both wait before they answer, and nobody waits for them.
const refuse = async (res, status, why) => {
  await journal.write(why);
  res.status(status).json({ why });
};
const give = async (res, sack) => {
  await journal.write('given');
  res.json({ sack });
};

windmill.get('/sacks/:sack', (req, res) => {
  Sack.findById(req.params.sack)
    .then((sack) => {
      if (!sack) {
        refuse(res, 404, 'no such sack');
      } else {
        give(res, sack);
      }
    })
    .catch((error) => refuse(res, 500, error.message));
});
windmill.get('/sacks', async (req, res) => {
  if (!req.query.grain) refuse(res, 400, 'which grain?');
  else if (req.query.grain === 'sand') refuse(res, 422, 'no grain');
  else give(res, null);
});
windmill.post('/turns', (req, res) => {
  switch (req.body.wind) {
    case 'none':
      refuse(res, 409, 'no wind');
      break;
    case 'storm':
      refuse(res, 503, 'too much');
      break;
    default:
      give(res, { grain: 'rye', weight: 50 });
  }
});

// What goes on behind it is not put off: who waits for both has waited.
windmill.put('/sacks/:sack', async (req, res) => {
  const sack = await Sack.findById(req.params.sack);
  if (!sack) {
    await refuse(res, 404, 'no such sack');
  } else {
    await give(res, sack);
  }
  console.log('told');
});

windmill.listen(3000);
