import express from 'express';
import helmet from 'helmet';
import cors from 'cors';
import { connect } from 'fakeorm';
import { sequelize } from './models';
import { gardens } from './gardens';
const app = express();
app.use(helmet());
app.use(cors({ origin: '*' }));
sequelize.authenticate()
  .then(() => sequelize.sync())
  .then(async () => {
    await connect();
    app.use('/gardens', gardens);
    app.get('/ping', (_req, res) => { res.end(); });
    return app.listen(3000);
  })
  .catch((error: Error) => { console.error(error); });
