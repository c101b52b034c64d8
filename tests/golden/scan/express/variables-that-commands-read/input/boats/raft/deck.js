const express = require('express');

// Only tests are started with the file.
const raft = express();
raft.get(`/${process.env.RAFT_DOCK}/raft`, (req, res) => res.json({ raft: true })); //~ project/unknown-path
raft.listen(8080);
