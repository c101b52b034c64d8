import express from 'express';
import load from './loaders/index.js';
async function boot() {
  const app = express();
  await load({ app });
  app.listen(3000);
}
void boot();
