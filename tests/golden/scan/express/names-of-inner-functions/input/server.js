const express = require('express');
const store = require('./store');

const app = express();

// Inner functions call their own things by names that others have: none of them is made of itself.
app.get('/reports', (req, res) => {
  const args = req.query;
  store.load(args.year, (rows) => {
    const data = args.columns;
    res.json({ rows, data });
  });
  store.each((row) => {
    const args = data.first;
    const data = args.last;
    row.touch(args, data);
  });
});

app.get('/views', (req, res) => {
  var view = req.query.view;
  store.open(function () {
    var view = view || 'list';
    res.json({ view });
  });
});

// A parameter that is declared once more is what it was.
app.use(function mark(req, answer, next) {
  var answer = answer.locals;
  answer.seen = req.headers['x-seen'];
  next();
});

app.get('/titles', (req, res) => {
  titled(req, { title: req.query.title }, (title) => res.json({ title }));
});
const shortened = (text, length) => text.slice(0, length);
function titled(req, page, done) {
  var page = page.title;
  done(shortened(page, 20));
}

app.listen(3000);
