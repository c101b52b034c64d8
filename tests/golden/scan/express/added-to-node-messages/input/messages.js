const http = require('node:http');

// What the program adds to Node's messages, those of Express have as well: their prototypes inherit from them.
http.IncomingMessage.prototype.keeperToken = function () {
  return this.headers['x-keeper-token'];
};

http.IncomingMessage.prototype.requireKeeper = async function (response) {
  const token = this.keeperToken();
  if (token) return { name: 'Ada', token };
  response.status(401).json({ error: 'no keeper' });
  return false;
};

http.ServerResponse.prototype.honey = function (jars, status = 200) {
  this.status(status).json({ jars });
};

Object.defineProperty(http.IncomingMessage.prototype, 'hive', {
  get() {
    return this.params.hive;
  },
});
