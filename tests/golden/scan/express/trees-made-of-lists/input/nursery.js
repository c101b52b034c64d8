// Records of a list are hung below one another: below a record of the tree there are others of its kind.
const express = require('express');
const mongoose = require('mongoose');

const Branch = mongoose.model('Branch', new mongoose.Schema({ label: { type: String, required: true }, above: String }));

const nursery = express();

nursery.get('/by-record', async (request, response) => {
  const branches = await Branch.find().lean();
  const known = {};
  const roots = [];
  branches.forEach((branch) => {
    known[branch._id] = { ...branch, twigs: [] };
  });
  branches.forEach((branch) => {
    if (branch.above) known[branch.above].twigs.push(known[branch._id]);
    else roots.push(known[branch._id]);
  });
  response.json(roots);
});

nursery.get('/by-map', async (request, response) => {
  const known = new Map((await Branch.find().lean()).map(({ _id, label, above }) => [String(_id), { label, above, twigs: [] }]));
  const roots = [];
  for (const branch of known.values()) {
    const parent = known.get(branch.above);
    if (parent) parent.twigs.push(branch);
    else roots.push(branch);
  }
  response.json({ roots });
});

// The list is made where the first one comes.
nursery.get('/in-place', async (request, response) => {
  const branches = await Branch.find().lean();
  const roots = branches.filter((branch) => {
    const parent = branches.find((each) => String(each._id) === branch.above);
    if (!parent) return true;
    parent.twigs = parent.twigs || [];
    parent.twigs.push(branch);
    return false;
  });
  response.json(roots);
});

// By functions that ask themselves.
const below = (branches, above) =>
  branches.filter((branch) => branch.above === above).map(({ id, label }) => ({ label, twigs: below(branches, id) }));
nursery.get('/by-function', async (request, response) => {
  response.json(below(await Branch.find(), null).map(({ label }) => ({ label })));
});

nursery.listen(3000);
