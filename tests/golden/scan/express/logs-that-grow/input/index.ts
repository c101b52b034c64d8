import express from 'express';
import sensors from 'tide-sensors';
import { Journal } from './journal';

const gauge = express();
const journal = new Journal();
const stations = ['north', 'south', 'mole', 'pier', 'lock', 'dock', 'quay', 'buoy', 'reef', 'sound'];

// Each step writes what it does, and whether it does depends on the answers.
gauge.get('/tides', async (req, res) => {
  const tides: { station: string; height: number }[] = [];
  for (const station of stations) {
    journal.info(`asking ${station}`, station);
    const answer = await sensors.ask(station);
    if (!answer) {
      journal.warn(`${station} is silent`, station);
      journal.info(`${station} is left out`);
      continue;
    }
    if (answer.stale) {
      journal.warn(`${station} is late`, station);
      if (req.query.strict) return res.status(503).json({ late: station });
      journal.info(`${station} is taken as it is`);
    } else {
      journal.info(`${station} has ${answer.height}`, station);
      if (answer.height > 9) journal.warn(`${station} floods`, station);
    }
    tides.push({ station, height: Number(answer.height) });
  }
  journal.info('all asked');
  res.json({ tides });
});

gauge.get('/journal', (req, res) => {
  res.json({ lines: journal.lines });
});

// What stands where is not told in a list this long, but what is in it.
gauge.get('/marks', async (req, res) => {
  const marks: { mark: string; set?: boolean; by?: string }[] = [];
  for (let mark = 0; mark < 60; mark++) {
    if (await sensors.isSet(mark)) marks.push({ mark: `m${mark}`, set: true });
    else marks.push({ mark: `m${mark}`, by: String(await sensors.lastOf(mark)) });
  }
  if (req.query.all) for (let mark = 60; mark < 140; mark++) marks.push({ mark: `m${mark}` });
  else marks.push({ mark: 'end' });
  res.json(marks);
});

gauge.listen(3000);
