import { boot } from 'some-starter';
import { createExpressServer } from 'routing-controllers';
import { webLoader } from './web';

boot({ loaders: [webLoader] }).then(() => console.log('up'));
createExpressServer({ controllers: [__dirname + '/controllers/*.ts'] }).listen(3001); //~ controllers/no-controllers
