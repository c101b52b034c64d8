const co = require('co');
const messages = require('message-queue');

const connect = (closed) =>
  new Promise((resolve) => {
    function start() {
      messages.connect('local', (error, connection) => {
        if (error !== null) {
          setTimeout(start, 1000);
        } else {
          connection.on('close', () => closed());
          resolve(connection);
        }
      });
    }
    start();
  });

exports.open = function open(app, callback) {
  return co(function* () {
    let failed = null;
    try {
      const connection = yield connect(() => console.warn('closed'));
      connection.consume('orders');
      app.post('/orders', (request, response) => response.sendStatus(202));
    } catch (error) {
      failed = error;
    }
    if (callback) callback(failed);
  });
};
