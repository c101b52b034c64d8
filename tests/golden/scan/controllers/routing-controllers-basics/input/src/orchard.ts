// Controllers given as classes: prefix, base paths, chains in the library's order (class, then method, then parsers, then authorization), arguments
// that become the contract, answers by result, errors that the library answers.
import 'reflect-metadata';
import { createExpressServer, type Action } from 'routing-controllers';
import { verify } from 'jsonwebtoken';
import { AppleController } from './controllers/AppleController';
import { PageController } from './controllers/PageController';
import { Stopwatch } from './guards/Stopwatch';

const press = createExpressServer({
  routePrefix: '/api',
  cors: true,
  controllers: [AppleController, PageController],
  middlewares: [Stopwatch],
  authorizationChecker: async (action: Action, roles: string[]) => {
    const token = action.request.headers['authorization'];
    if (!token) return false;
    const claims = verify(token, 'cider') as { role: string };
    action.request.user = claims;
    return roles.length === 0 || roles.includes(claims.role);
  },
  currentUserChecker: (action: Action) => action.request.user,
});
press.listen(4000);
