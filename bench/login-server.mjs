// The server that the workflow benchmark talks to: accounts, tokens, and who has a token. Prints its port, then what it was asked.
import { createServer } from 'node:http';

const accounts = new Map();
const tokens = new Map();
let requests = 0;

const server = createServer((request, response) => {
  let text = '';
  request
    .setEncoding('utf8')
    .on('data', (chunk) => {
      text += chunk;
    })
    .on('end', () => {
      const send = (status, value) => {
        const body = JSON.stringify(value);
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
      };
      if (request.url === '/count') return send(200, { requests });
      requests++;
      const { email, password } = text === '' ? {} : JSON.parse(text);
      switch (`${request.method} ${request.url}`) {
        case 'POST /register':
          if (typeof email !== 'string' || typeof password !== 'string') return send(400, { error: 'email and password' });
          if (accounts.has(email)) return send(409, { error: 'taken' });
          accounts.set(email, password);
          return send(201, { id: accounts.size, email });
        case 'POST /login': {
          if (accounts.get(email) !== password) return send(401, { error: 'wrong' });
          const token = `token-${tokens.size}-${'x'.repeat(24)}`;
          tokens.set(token, email);
          return send(200, { data: { token } });
        }
        case 'GET /me': {
          const owner = tokens.get((request.headers.authorization ?? '').slice('Bearer '.length));
          return owner === undefined ? send(401, { error: 'no token' }) : send(200, { email: owner });
        }
        default:
          return send(404, { error: 'no such path' });
      }
    });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: server.address().port });
});
process.on('disconnect', () => process.exit(0));
