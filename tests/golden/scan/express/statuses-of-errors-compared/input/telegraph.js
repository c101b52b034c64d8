const express = require('express');
const wire = require('wire-client');

const app = express();
app.use(express.json());
const failed = (res) => res.status(500).json({ failed: true });

// In an arm where it was compared, the status of an error that nobody knows is that status.
app.get('/member', async (req, res) => {
  try {
    res.json({ text: (await wire.read(req.query.id)).text });
  } catch (error) {
    if (error.status === 404) return res.status(error.status).json({ missing: true });
    failed(res);
  }
});
app.get('/variable', async (req, res) => {
  try {
    res.json({ text: (await wire.read(req.query.id)).text });
  } catch (error) {
    const status = error.status;
    if (status === 404) return res.status(status).json({ missing: true });
    failed(res);
  }
});
app.get('/inside', async (req, res) => {
  try {
    res.json({ text: (await wire.read(req.query.id)).text });
  } catch (error) {
    if (error.response?.status === 409) return res.status(error.response.status).json({ twice: true });
    failed(res);
  }
});
app.get('/others-first', async (req, res) => {
  try {
    res.json({ text: (await wire.read(req.query.id)).text });
  } catch (error) {
    if (error.status !== 404) return failed(res);
    res.status(error.status).json({ missing: true });
  }
});
app.get('/either', async (req, res) => {
  try {
    res.json({ text: (await wire.read(req.query.id)).text });
  } catch (error) {
    if (error.status === 404 || error.status === 410) return res.status(error.status).json({ missing: true });
    failed(res);
  }
});
app.get('/listed', async (req, res) => {
  try {
    res.json({ text: (await wire.read(req.query.id)).text });
  } catch (error) {
    if ([401, 403].includes(error.status)) return res.status(error.status).json({ refused: true });
    failed(res);
  }
});
app.get('/cases', async (req, res) => {
  try {
    res.json({ text: (await wire.read(req.query.id)).text });
  } catch (error) {
    switch (error.status) {
      case 404:
      case 410:
        return res.status(error.status).json({ missing: true });
      case 429:
        return res.status(error.status).json({ later: true });
      default:
        failed(res);
    }
  }
});

// Outside of the arm, of another error and after another value nobody knows it.
app.get('/behind', async (req, res) => {
  try {
    res.json({ text: (await wire.read(req.query.id)).text });
  } catch (error) {
    if (error.status === 404) wire.count('missing');
    res.status(error.status).json({ failed: true });
  }
});
app.get('/another', async (req, res) => {
  const first = await wire.state();
  const second = await wire.state();
  if (first.status === 404) return res.status(second.status).json({ of: 'the other' });
  res.json({});
});
app.get('/set-anew', async (req, res) => {
  let { status } = await wire.state();
  if (status === 404) {
    status = (await wire.state()).status;
    return res.status(status).json({ anew: true });
  }
  res.json({});
});
app.get('/through', async (req, res) => {
  const state = await wire.state();
  switch (state.status) {
    case 401:
      wire.count('refused');
    case 403:
      return res.status(state.status).json({ either: true });
  }
  res.json({});
});
// A parameter that is compared stays the parameter.
app.get('/asked', (req, res) => {
  if (req.query.as === 'text') return res.json({ as: req.query.as });
  res.json({});
});

app.listen(3000);
