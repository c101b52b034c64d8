const cluster = require('cluster');
const express = require('express');

// Here the process above the workers serves, and its workers do other things.
class Hive {
  constructor() {
    if (cluster.isMaster) {
      this.http = express();
      this.http.use(express.json());
    }
  }

  open() {
    if (cluster.isMaster) {
      this.http.get('/frames', (req, res) => res.json([{ frame: 1 }]));
      this.http.post('/frames', (req, res) => res.status(201).json({ frame: req.body.frame }));
      this.http.listen(7604);
      cluster.fork();
    } else {
      console.log('collects');
    }
  }
}

new Hive().open();
