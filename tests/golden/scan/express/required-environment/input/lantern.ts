// A server that refuses to start without a variable runs with it, however the test for it is written and wherever it stands: what comes behind is
// registered plainly, and what a path takes from the variable is a hole.
import express from 'express';

class Wick {
  get(key: string, optional = false): string | undefined {
    if (!process.env[key] && !optional) throw new Error(`${key} is not set`);
    return process.env[key];
  }
}

const need = (key: string): string => {
  const value = process.env[key];
  if (value === undefined || value === '') throw new Error(key);
  return value;
};

async function light(): Promise<{ oil: string | undefined; glass: string | undefined }> {
  const wick = new Wick();
  return { oil: wick.get('LANTERN_OIL'), glass: wick.get('LANTERN_GLASS', true) };
}

void light().then(({ glass }) => {
  const lantern = express();
  lantern.get('/flame', (request, response) => { response.json({ burning: true }); });
  lantern.get(`/${need('LANTERN_PLACE')}/shade`, (request, response) => { response.end(); }); //~ project/unknown-path
  if (glass) lantern.get('/glass', (request, response) => { response.end(); });
  lantern.listen(4500);
});
