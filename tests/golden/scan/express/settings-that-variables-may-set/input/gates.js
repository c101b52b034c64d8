const express = require('express');
const config = require('config');
const gates = express();
const mail = config.get('mail');
// Variables that are not set here may be set elsewhere: members of a section are as conditional as what is asked for by its path.
if (mail.key) gates.get('/mail', (req, res) => { res.json({ sent: 0 }); });
if (config.get('tide').alarm) gates.get('/alarm', (req, res) => { res.json({ rings: true }); });
if (mail.host) gates.get('/never', (req, res) => { res.end(); });
gates.listen(config.get('port'));
