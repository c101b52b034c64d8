const express = require('express');
const Redis = require('ioredis');
const { gather } = require('./gather');

const app = express();
const redis = new Redis();
const counts = {
  open: (done) => redis.get('open', done),
};

// The name asks at once; what is done with the answer is said last.
app.get('/counts', (req, res) => {
  gather(counts)('open')((error, found) => {
    if (error) return res.status(500).json({ error: error.message });
    res.json(found);
  });
});

app.get('/newest', (req, res) => {
  let answer;
  redis.lindex('jobs', 0, (error, job) => {
    if (error) return answer({ failed: true });
    answer({ job });
  });
  answer = (body) => res.status(body.failed ? 502 : 200).json(body);
});

// Nothing is ever said: the request hangs.
app.get('/forgotten', (req, res) => {
  let answer;
  redis.get('open', (error, found) => {
    if (answer) answer(found);
  });
});

// Said first: it may as well be told at once.
app.get('/first', (req, res) => {
  const answer = (body) => res.json(body);
  redis.get('open', (error, found) => answer({ found }));
});

app.listen(3000);
