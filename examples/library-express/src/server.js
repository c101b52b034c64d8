import { createApp } from './app.js';
import { openDatabase } from './database.js';

const port = Number(process.env.PORT || 3100);

createApp(openDatabase(process.env.DATABASE)).listen(port, () => {
  console.log(`library-express listens on http://localhost:${port}`);
});
