const app = require('express')();
const { makeTurbines } = require('@grid/turbines');
app.use('/grid', makeTurbines({ unit: 'mw' }));
app.listen(1);
