import express from 'express';
import { Feed } from './feed';
import gulls from './gulls';
import { lookUp } from './store';

const app = express();

// The start had no patience with what is called here.
app.get('/tides/:station', async (req, res) => {
  res.json(await lookUp(req.params.station, 3));
});

app.listen(3000);
void new Feed(app).run();
void gulls.run();
