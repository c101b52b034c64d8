const express = require('express');
const _ = require('lodash');
const underscore = require('underscore');
const R = require('ramda');
const has = require('lodash/has');

const bakery = express();
bakery.use(express.json());

// Who runs the bakery has set what it needs, so each of these answers as well.
const needed = (isMissing) => (request, response) => {
  if (isMissing()) return response.status(503).json({ closed: true });
  response.json({ loaf: 'rye' });
};
bakery.get('/empty', needed(() => _.isEmpty(process.env.FLOUR)));
bakery.get('/nil', needed(() => _.isNil(process.env.FLOUR)));
bakery.get('/unset', needed(() => _.isUndefined(process.env.FLOUR)));
bakery.get('/no-text', needed(() => !_.isString(process.env.FLOUR)));
bakery.get('/equal', needed(() => _.isEqual(process.env.FLOUR, undefined)));
bakery.get('/has', needed(() => !has(process.env, 'FLOUR')));
bakery.get('/underscore', needed(() => underscore.isEmpty(process.env.FLOUR)));
bakery.get('/ramda', needed(() => R.isEmpty(process.env.FLOUR ?? '')));

// What no setting decides is as it stands.
const oven = { shelves: [], name: undefined };
bakery.get('/shelves', needed(() => _.isEmpty(oven.shelves)));
bakery.get('/name', needed(() => _.isNil(oven.name)));
bakery.get('/oven', needed(() => !_.has(oven, 'shelves')));

bakery.listen(8080);
