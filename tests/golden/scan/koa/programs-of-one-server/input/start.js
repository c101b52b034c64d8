// What the manifest starts.
const ferry = require('./ferry');
const piers = require('./piers');

ferry.use(piers.routes());
ferry.listen(3000);
