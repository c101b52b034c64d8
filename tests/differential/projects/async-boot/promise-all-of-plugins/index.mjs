import express from 'express';
const plugins = [
  async (app) => { app.get('/alder', (req, res) => res.end()); },
  async (app) => { app.get('/birch', (req, res) => res.end()); return 'birch'; },
  async (app, { prefix }) => { await undefined; app.get(`${prefix}/cedar`, (req, res) => res.end()); },
];
const app = express();
const results = await Promise.all(plugins.map((plugin) => plugin(app, { prefix: '/trees' })));
for (const result of results.filter(Boolean)) app.get(`/result/${result}`, (req, res) => res.end());
export default app;
app.listen(1);
