import { makeServer } from './src/server';

// Starts the server for tests, which is no second server.
const app = makeServer();
app.get('/only-in-tests', (_request, response) => response.json({ tested: true }));
app.listen(4801);
