import { container } from './container.js';
import { Server } from './server.js';
import { LanternController } from './lantern-controller.js';
import { WickService } from './wick-service.js';
container.bind(WickService).bind(LanternController, [WickService]).bind(Server, [LanternController]);
