const express = require('express');
const { Planet } = require('./models');

const almanac = express();
almanac.use(express.json());

almanac.get('/planets/by-ring', async (request, response) => {
  const rows = await Planet.aggregate([
    { $match: { mass: { $gt: 1 } } },
    { $group: { _id: '$ringed', total: { $sum: 1 }, mean: { $avg: '$mass' }, names: { $push: '$name' }, latest: { $max: '$seen' } } },
    { $sort: { total: -1 } },
  ]);
  response.json(rows);
});
almanac.get('/planets/with-stars', async (request, response) => {
  const stages = [
    { $lookup: { from: 'galaxies', localField: 'star', foreignField: '_id', as: 'home' } },
    { $unwind: '$home' },
    { $lookup: { from: 'tails', let: { mine: '$_id' }, pipeline: [{ $match: { $expr: { $eq: ['$planet', '$$mine'] } } }, { $project: { label: 1, of: '$$mine' } }], as: 'comets' } },
    { $lookup: { from: 'nowhere', localField: 'a', foreignField: 'b', as: 'unseen' } },
    { $addFields: { arms: '$home.arms', heavy: { $gt: ['$mass', 10] }, moonCount: { $size: { $ifNull: ['$moons', []] } } } },
    { $project: { secret: 0, moons: 0, __v: 0, 'home._id': 0 } },
  ];
  if (request.query.ringed) stages.push({ $match: { ringed: true } });
  response.json({ planets: await Planet.aggregate(stages) });
});
almanac.get('/planets/moons', async (request, response) => {
  const moons = await Planet.aggregate().unwind('$moons').project({ _id: 0, planet: '$name', moon: '$moons.title', size: { $cond: [{ $gt: ['$moons.radius', 5] }, 'large', 'small'] } }).exec();
  response.json(moons.map((moon) => ({ ...moon, shown: true })));
});
almanac.get('/planets/parts', async (request, response) => {
  const parts = await Planet.aggregate([
    { $lookup: { from: 'galaxies', localField: 'star', foreignField: '_id', as: 'homes' } },
    { $project: { name: 1, moons: { title: 1 }, homes: { _id: 0, title: true, shape: 1 }, shown: { label: '$name', by: { $literal: 1 } }, sky: { mass: 1, note: '$nothing' } } },
  ]);
  const hidden = await Planet.aggregate([{ $project: { moons: { radius: 0 }, secret: 0, star: false } }]);
  response.json({ parts, hidden });
});
almanac.get('/planets/overview', async (request, response) => {
  const [overview] = await Planet.aggregate([{ $facet: { page: [{ $skip: 0 }, { $limit: 5 }, { $project: { name: 1 } }], counted: [{ $count: 'many' }] } }]);
  response.json({ page: overview.page, total: overview.counted[0].many });
});
almanac.get('/planets/letters', async (request, response) => { response.json(await Planet.distinct('name')); });
almanac.get('/planets/stranger', async (request, response) => { response.json(await Planet.aggregate([{ $graphLookup: { from: 'x' } }])); });
almanac.get('/planets', async (request, response) => {
  const found = await Planet.paginate({ ringed: true }, { page: request.query.page, limit: 10, select: 'name mass', lean: true });
  response.json(found);
});
almanac.get('/planets/labelled', async (request, response) => {
  const found = await Planet.paginate({}, { customLabels: { docs: 'planets', totalDocs: 'total', pagingCounter: false, meta: 'paging' }, select: 'name' });
  response.json(found);
});
almanac.listen(8080);
