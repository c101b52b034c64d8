const { createApp } = require('./create-app');

createApp(true).listen(3000);
