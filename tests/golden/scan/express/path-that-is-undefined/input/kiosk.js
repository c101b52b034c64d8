// The name of a setting is misspelt: the path is undefined, and what is registered there is said.
const kiosk = require('express')();
const paths = { papers: '/papers' };
kiosk.get(paths.paper, (request, response) => response.json([])); //~ project/unknown-path
kiosk.get(paths.papers, (request, response) => response.json([]));
kiosk.listen(1);
