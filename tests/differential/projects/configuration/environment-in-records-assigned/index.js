'use strict';
const express = require('express');
const bow22 = express();
const settings22 = Object.assign({}, process.env, { BOW22_FIXED: 'fixed' });
process.env = { ...process.env };
bow22.get(`/${settings22.BOW22_NAME || 'named'}`, function keel22(req, res) { res.end(); });
bow22.get(`/${settings22.BOW22_FIXED}`, function stem22(req, res) { res.end(); });
if (process.env.BOW22_EXTRA === 'yes') bow22.get('/extra', function rib22(req, res) { res.end(); });
module.exports = bow22;
