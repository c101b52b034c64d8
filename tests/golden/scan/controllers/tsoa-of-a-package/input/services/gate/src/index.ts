import express from 'express';
import { RegisterRoutes } from './routes/routes';

// Another package has a tsoa.json of its own, without the other's base path.
const app = express();
RegisterRoutes(app);
app.listen(4900);
