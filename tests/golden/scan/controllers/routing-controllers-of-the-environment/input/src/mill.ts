// Which controllers are loaded is the environment's choice: all of them are taken, and it is said. A pattern that only the environment knows loads
// nothing that the scan could see. A prefix that only the environment knows is a hole: below it there are no endpoints.
import { createExpressServer } from 'routing-controllers';

const listed = (process.env.MILL_CONTROLLERS && process.env.MILL_CONTROLLERS.split(',')) || [];
createExpressServer({ controllers: [String(process.env.MILL_WHERE)] }).listen(4201); //~ controllers/unknown-controllers controllers/no-controllers
createExpressServer({ controllers: listed }).listen(4200); //~ controllers/assumed-controllers
const { FlourController } = require('./api/FlourController');
createExpressServer({ routePrefix: process.env.MILL_PREFIX, controllers: [FlourController] }).listen(4202);
