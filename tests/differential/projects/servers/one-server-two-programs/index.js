const made = require('./kiosk');
made({ counter: true }).listen(0);
