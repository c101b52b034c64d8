import 'fakereflect';
import { container } from './container.js';
import { Server } from './server.js';
import './bindings.js';
container.get<Server>(Server).start();
