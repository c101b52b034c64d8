const express = require('express');

const app = express();

// Whether there is such a file only run time knows: the callback answers where there is none.
app.get('/maps/:name', (req, res, next) => {
  res.download(`maps/${req.params.name}`, (error) => {
    if (!error) return;
    if (error.status !== 404) return next(error);
    res.statusCode = 404;
    res.send('No such map');
  });
});

app.get('/charts/:name', (req, res) =>
  res.sendFile(req.params.name, { root: 'charts' }, (error) => {
    if (error) return res.status(410).json({ gone: req.params.name });
  }),
);

// Handed on: answered with the status of the error.
app.get('/logs/:name', (req, res, next) => {
  res.sendFile(req.params.name, { root: 'logs' }, function sent(error) {
    if (error) next(error);
  });
});

app.get('/pages/:name', (req, res) => {
  res.render(req.params.name, { title: 'Harbour' }, (error, html) => {
    if (error) return res.status(500).json({ broken: true });
    res.send(html);
  });
});

// Nobody asks whether it was sent.
app.get('/flags', (_req, res) => res.sendFile('/srv/flags.svg'));
app.get('/tides', (_req, res) => res.download('/srv/tides.pdf', 'tides.pdf', () => console.log('sent')));

app.listen(3000);
