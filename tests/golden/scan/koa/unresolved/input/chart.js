exports.read = (name) => JSON.parse(require('fs').readFileSync('/srv/chart.json'))[name];
