const { createApp } = require('./create-app');

createApp(false).listen(3000);
