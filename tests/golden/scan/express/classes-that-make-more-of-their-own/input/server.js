const express = require('express');

const app = express();
app.use(express.json());

/** A condition of a search, and those within it. */
class Clause {
  constructor(column, value) {
    this.parts = [];
    this.text = '';
    if (Array.isArray(value)) this.parts = value.map((each) => new Clause(column, each));
    else if (value && typeof value === 'object') {
      for (const key of Object.keys(value)) this.parts.push(new Clause(key, value[key]));
    } else this.text = `${column} = ${value}`;
  }

  toString() {
    return this.parts.length > 0 ? this.parts.map((part) => part.toString()).join(' and ') : this.text;
  }
}

/** One that stops at nothing but what is asked for. */
class Nest {
  constructor(egg) {
    this.egg = egg.inner ? new Nest(egg.inner) : null;
    this.size = this.egg ? this.egg.size + 1 : 0;
  }
}

app.post('/search', (req, res) => {
  const clause = new Clause('root', req.body.filter);
  res.json({ where: clause.toString(), limit: req.body.limit });
});

app.post('/nests', (req, res) => {
  if (!req.body.nest) return res.status(400).json({ nest: 'missing' });
  const nest = new Nest(req.body.nest);
  res.status(201).json({ size: nest.size, empty: nest.egg === null });
});

app.listen(3000);
