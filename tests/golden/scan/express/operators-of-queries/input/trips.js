const fs = require('fs');
exports.trips = JSON.parse(fs.readFileSync('trips.json', 'utf8'));
