import Fastify, { type FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Pool } from 'pg';

interface Sack {
  id: number;
  grain: string;
}
class Sacks {
  constructor(private readonly request: any) {}
  async all(): Promise<Sack[]> {
    const { rows } = await this.request.database.query('SELECT * FROM sacks');
    return rows;
  }
}

const database = fp(async (app) => {
  let connected = false;
  let counted = 0;
  const pool = new Pool();
  app.decorateRequest('database', null);
  app.decorateRequest('sacks', null);
  app.addHook('onReady', async () => {
    const client = await pool.connect();
    client.release();
    connected = true;
  });
  app.addHook('onRequest', async (request: FastifyRequest & Record<string, any>) => {
    if (!connected) throw new Error('No database');
    request.database = await pool.connect();
    request.sacks = new Sacks(request);
  });
  // This one runs at the end.
  app.addHook('onClose', async () => {
    counted = -1;
  });
  app.get('/counted', async () => (counted < 0 ? { closed: true } : { open: true }));
});

const mills: string[] = [];

const app = Fastify();
app.register(database);
app.addHook('onReady', function (done) {
  this.log.info('ready');
  mills.push('north');
  done();
});
app.get('/sacks', async (request: any) => request.sacks.all());
app.get('/mills', async () => ({ mills }));

app.listen({ port: 3000 });
