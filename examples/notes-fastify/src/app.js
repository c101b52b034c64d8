import { createHash, randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import sqlite from 'node-sqlite3-wasm';

const credentials = {
  type: 'object', required: ['username', 'password'], additionalProperties: false,
  properties: { username: { type: 'string', pattern: '^[a-z][a-z0-9_]{2,29}$' }, password: { type: 'string', minLength: 10, maxLength: 100 } },
};
const note = {
  type: 'object', required: ['title', 'body'], additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 60 }, body: { type: 'string', maxLength: 2000 }, pinned: { type: 'boolean' },
    tags: { type: 'array', maxItems: 5, items: { type: 'string', minLength: 1, maxLength: 20 } },
  },
};

/** What is not text is refused, not converted: a client that sends the wrong type has a mistake. */
export function createApp(file = ':memory:') {
  const database = new sqlite.Database(file);
  database.exec(`
    CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE, password TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS sessions (sid TEXT PRIMARY KEY, userId INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, userId INTEGER NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, pinned INTEGER NOT NULL, tags TEXT NOT NULL);
  `);
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
  app.addHook('onClose', async () => { database.close(); });
  app.decorateRequest('userId', null);
  // Parameters of a path are text, and these are numbers.
  const idOf = (request) => Number(request.params.noteId);

  const authenticate = async (request, reply) => {
    const sid = /(?:^|;\s*)sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const session = sid && database.get('SELECT userId FROM sessions WHERE sid = ?', [sid]);
    if (!session) return reply.code(401).send({ message: 'Log in first.' });
    request.userId = session.userId;
  };
  const shown = (row) => ({ id: row.id, title: row.title, body: row.body, pinned: row.pinned === 1, tags: JSON.parse(row.tags), ownerId: row.userId });
  const ownNote = async (request, reply) => {
    const row = database.get('SELECT * FROM notes WHERE id = ?', [idOf(request)]);
    // Whose note it is, is nobody else's business.
    if (!row || row.userId !== request.userId) return reply.code(404).send({ message: 'There is no such note.' });
    request.note = row;
  };

  app.post('/signup', { schema: { body: credentials } }, async (request, reply) => {
    const { username, password } = request.body;
    if (database.get('SELECT id FROM users WHERE username = ?', [username])) return reply.code(409).send({ message: 'That name is taken.' });
    const { lastInsertRowid: id } = database.run('INSERT INTO users (username, password) VALUES (?, ?)', [username, digest(password)]);
    return reply.code(201).send({ id, username });
  });
  app.post('/session', { schema: { body: credentials } }, async (request, reply) => {
    const user = database.get('SELECT * FROM users WHERE username = ?', [request.body.username]);
    if (!user || user.password !== digest(request.body.password)) return reply.code(401).send({ message: 'Wrong name or password.' });
    const sid = randomBytes(18).toString('base64url');
    database.run('INSERT INTO sessions (sid, userId) VALUES (?, ?)', [sid, user.id]);
    return reply.header('set-cookie', `sid=${sid}; Path=/; HttpOnly; SameSite=Lax`).send({ user: { id: user.id, username: user.username } });
  });

  app.register(async (scope) => {
    scope.addHook('onRequest', authenticate);
    scope.get('/notes', { schema: { querystring: { type: 'object', properties: { limit: { type: 'string', pattern: '^([1-9]|[1-4][0-9]|50)$' } } } } }, async (request) => {
      const notes = database.all('SELECT * FROM notes WHERE userId = ? ORDER BY id LIMIT ?', [request.userId, Number(request.query.limit ?? 20)]);
      return { notes: notes.map(shown) };
    });
    scope.post('/notes', { schema: { body: note } }, async (request, reply) => {
      const { title, body, pinned = false, tags = [] } = request.body;
      const { lastInsertRowid: id } = database.run('INSERT INTO notes (userId, title, body, pinned, tags) VALUES (?, ?, ?, ?, ?)', [request.userId, title, body, pinned ? 1 : 0, JSON.stringify(tags)]);
      return reply.code(201).send({ note: { id, title, body, pinned, tags, ownerId: request.userId } });
    });
    scope.get('/notes/:noteId', { preHandler: ownNote }, async (request) => ({ note: shown(request.note) }));
    scope.put('/notes/:noteId', { schema: { body: note }, preHandler: ownNote }, async (request) => {
      const { title, body, pinned = false, tags = [] } = request.body;
      database.run('UPDATE notes SET title = ?, body = ?, pinned = ?, tags = ? WHERE id = ?', [title, body, pinned ? 1 : 0, JSON.stringify(tags), request.note.id]);
      return { note: { id: request.note.id, title, body, pinned, tags, ownerId: request.userId } };
    });
    scope.delete('/notes/:noteId', { preHandler: ownNote }, async (request, reply) => {
      database.run('DELETE FROM notes WHERE id = ?', [request.note.id]);
      return reply.code(204).send();
    });
    scope.delete('/session', async (request, reply) => {
      database.run('DELETE FROM sessions WHERE userId = ?', [request.userId]);
      return reply.code(204).header('set-cookie', 'sid=; Path=/; Max-Age=0').send();
    });
  });
  return app;
}

/** Good enough for an example; a real server uses a slow hash. */
const digest = (password) => createHash('sha256').update(password).digest('hex');
