const { EventEmitter } = require('events');
const express = require('express');
const axios = require('axios');
const logger = require('./lib/logger');

const app = express();
app.use(express.json());

// ---- logs only: how often they are called makes no difference

const failed = (error, text) => {
  logger.error({ file: 'channels', text, error, node: app.locals.node });
  return { status: error.code === 'ECONNREFUSED' ? 503 : 502, message: error.message ? error.message : text };
};

app.get('/channels/:id', (req, res) => {
  logger.info({ file: 'channels', text: 'Asking', node: app.locals.node });
  axios
    .get('http://node/channels')
    .then(({ data }) => {
      logger.info({ file: 'channels', text: 'Channels', data, node: app.locals.node });
      if (!data.channels) {
        logger.warn({ file: 'channels', text: 'None', data, node: app.locals.node });
        return res.status(204).end();
      }
      const channel = data.channels.find(({ id }) => id === req.params.id);
      logger.info({ file: 'channels', text: 'Found', data: channel, node: app.locals.node });
      if (!channel) {
        logger.warn({ file: 'channels', text: 'Unknown', data: channel, node: app.locals.node });
        return res.status(404).json({ message: 'No such channel' });
      }
      logger.info({ file: 'channels', text: 'Answering', data: channel, node: app.locals.node });
      return axios.get('http://node/peers').then((peers) => {
        logger.info({ file: 'channels', text: 'Peers', data: peers.data, node: app.locals.node });
        res.json({ id: channel.id, peers: peers.data.length });
      });
    })
    .catch((error) => {
      const { status, message } = failed(error, 'Asking failed');
      res.status(status).json({ message });
    });
});

// ---- functions that are called as logs are, and of which something is left

/** It is given the request. */
const logCaller = (req) => {
  console.log(req.get('X-Client'), req.path);
};
app.get('/callers', (req, res) => {
  logCaller(req);
  res.json({ ok: true });
});

/** It throws. */
let isClosed = false;
const logOpen = (text) => {
  console.log(text);
  if (isClosed) throw Object.assign(new Error('closed'), { status: 409 });
};
app.post('/close', (req, res) => {
  isClosed = true;
  res.status(204).end();
});
app.post('/orders', (req, res) => {
  logOpen('order');
  res.status(201).json({ placed: true });
});

/** It changes what it is given. */
const logOrder = (order) => {
  order.logged = true;
  console.log(order);
};
app.get('/orders/first', (req, res) => {
  const order = { lines: 1 };
  logOrder(order);
  res.json(order);
});

/** It keeps what it is given. */
const kept = [];
const keep = (line) => {
  console.log(line);
  kept.push({ line, at: Date.now() });
};
app.get('/kept', (req, res) => {
  keep('asked');
  res.json(kept);
});

/** It calls what it is given. */
const logTimed = (text, run) => {
  console.time(text);
  run();
  console.timeEnd(text);
};
app.get('/timed', (req, res) => {
  logTimed('timed', () => res.json({ timed: true }));
});

/** Somebody listens. */
const bus = new EventEmitter();
let last = null;
bus.on('log', (line) => {
  last = { line };
});
const logToBus = (line) => {
  console.log(line);
  bus.emit('log', line);
};
app.get('/last', (req, res) => {
  logToBus('asked');
  res.json({ last });
});

/** The program has put a function of its own in the place of the runtime's. */
const lines = [];
console.info = (...args) => {
  lines.push(args.join(' '));
};
const logLine = (line) => {
  console.info(line);
};
app.get('/lines', (req, res) => {
  logLine('asked');
  res.json({ lines });
});

/** One of its names only looks like the console. */
const logQuietly = (line, console) => {
  console.log(line);
};
app.get('/quiet', (req, res) => {
  logQuietly('asked', { log: (line) => res.json({ line }) });
});

/** One class, and two objects of it: what they hand on to is not the same. */
class Journal {
  constructor(target) {
    this.target = target;
  }

  note(line) {
    this.target.write(line);
  }
}
const notes = [];
const quiet = new Journal({ write: (line) => console.log(line) });
const noting = new Journal({ write: (line) => notes.push({ line }) });
app.get('/notes', (req, res) => {
  quiet.note('asked');
  noting.note('asked');
  res.json(notes);
});

/** What it calls stands in an object of its own, or in a name of its own. */
const logWithTools = (line) => {
  const tools = { add: keep };
  tools.add(line);
};
app.get('/kept/tools', (req, res) => {
  logWithTools('asked');
  res.json(kept);
});
const logAsConsole = (line) => {
  const console = { log: keep };
  console.log(line);
};
app.get('/kept/console', (req, res) => {
  logAsConsole('asked');
  res.json(kept);
});

/** What it changes stands in an object of its own, or has been put into its place, or is what a loop goes through. */
const depot = { state: null };
const logIntoBox = () => {
  const box = { inner: depot };
  box.inner.state = 'boxed';
};
app.get('/depots/boxed', (req, res) => {
  logIntoBox();
  res.json({ state: depot.state });
});
const logIntoOther = () => {
  let box = {};
  box = depot;
  box.state = 'exchanged';
};
app.get('/depots/exchanged', (req, res) => {
  logIntoOther();
  res.json({ state: depot.state });
});
let latest = null;
const logEach = (entries) => {
  for (latest of entries) console.log(latest);
};
app.get('/latest', (req, res) => {
  logEach(['asked', 'answered']);
  res.json({ latest });
});

app.use((error, req, res, next) => {
  res.status(error.status || 500).json({ error: error.message });
});

app.listen(3000);
