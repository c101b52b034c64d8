import Fastify from 'fastify';

const ledger = Fastify();

const written = (amount) => {
  if (typeof amount !== 'bigint') throw new TypeError(`no big integer: ${typeof amount}`);
  return amount.toString();
};
const counted = (amount) => {
  if (typeof amount === 'bigint') throw Object.assign(new Error('Too big'), { statusCode: 422 });
  return amount;
};

ledger.post('/sum', async (request) => ({ sum: written(BigInt(request.body.amount) + 1n) }));
ledger.post('/shifted', async () => ({ id: written((BigInt(Date.now()) << 22n) | 1n) }));
ledger.post('/negative', async (request) => ({ sum: written(-BigInt(request.body.amount) * 2n) }));
ledger.post('/next', async (request) => {
  let number = BigInt(request.body.last);
  number++;
  number += 10n;
  return { number: written(number) };
});
ledger.get('/fixed', async () => {
  let number = 9007199254740993n;
  number++;
  return { number: written(number), less: number < 5n };
});
// A number is none, and neither is the text of one.
ledger.post('/plain', async (request) => ({ sum: counted(Number(request.body.amount) + 1) }));
ledger.post('/converted', async (request) => ({ sum: counted(Number(BigInt(request.body.amount) + 1n)) }));
ledger.post('/text', async (request) => ({ text: `${BigInt(request.body.amount) + 1n}` }));
ledger.post('/refused', async (request) => ({ sum: counted(BigInt(request.body.amount) % 7n) }));

ledger.listen({ port: 3000 });
