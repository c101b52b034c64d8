import { createApp } from './app.js';
import { settings } from './config/settings.js';

const app = createApp();

app.listen(settings.port, () => {
  console.log(`bookshop listens on http://localhost:${settings.port}${settings.apiPrefix}`);
});
