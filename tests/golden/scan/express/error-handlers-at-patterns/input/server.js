const express = require('express');

const app = express();
app.use(express.json());

const failing = (what) => (req, res) => {
  if (!req.query.go) throw new Error(what);
  res.json({ what });
};

app.get('/api/cars', failing('cars'));
app.get('/api/cars/:plate', failing('car'));
app.get('/site/cars', failing('page'));
app.get('/apiary', failing('bees'));
app.get('/v2/wheels', failing('wheels'));

// For what is below /api alone; /apiary is none of it.
app.use(/^\/api/, (error, req, res, next) => {
  res.status(500).json({ api: error.message });
});

// For all that is not below /site.
app.use(/^\/(?!site)/, (error, req, res, next) => {
  res.status(502).json({ other: error.message });
});

app.use((error, req, res, next) => {
  res.status(503).json({ page: error.message });
});

app.listen(3000);
