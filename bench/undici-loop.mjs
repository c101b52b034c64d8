// The floor of the workflow benchmark: the same requests and checks, one after the other, with nothing around them.
//   node undici-loop.mjs <base url> <rounds>
import { request } from 'undici';

const [baseUrl, rounds] = [process.argv[2], Number(process.argv[3])];
const unique = `${process.pid}-${Date.now()}`;

async function call(method, path, body, headers) {
  const response = await request(`${baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.statusCode, body: await response.body.json() };
}
const expect = (condition, what) => {
  if (!condition) throw new Error(`${what}: unexpected answer`);
};

for (let round = 0; round < rounds; round++) {
  const account = { email: `loop-${unique}-${round}@example.com`, password: `password-${round}` };
  expect((await call('POST', '/register', account)).status === 201, 'register');
  const login = await call('POST', '/login', account);
  expect(login.status === 200 && typeof login.body.data.token === 'string', 'login');
  const me = await call('GET', '/me', undefined, { authorization: `Bearer ${login.body.data.token}` });
  expect(me.status === 200 && me.body.email === account.email, 'me');
}
process.exit(0); // the agent would keep its connections, and the process, alive
