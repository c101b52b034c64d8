const client = require('axios').create({ baseURL: 'https://mule.example' });
exports.send = (row) => client.post('/letters', { to: row.to });
