const Server = require('Shared/http/server');
const orders = require('./routes/orders');

const app = Server.application();
app.use('/orders', orders);
Server.start(8080);
