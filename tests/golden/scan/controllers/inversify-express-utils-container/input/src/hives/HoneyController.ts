import { all, controller, httpGet, httpMethod, withMiddleware } from 'inversify-express-utils';

const warm = (request: any, response: any, next: any): void => { next(); };
const stir = (request: any, response: any, next: any): void => { next(); };

@controller('/honey', warm)
export class HoneyController {
  @httpGet('/jars/:jar')
  @withMiddleware(stir)
  jar(request: any, response: any) { return response.json({ jar: request.params.jar, size: request.query.size }); }

  @httpMethod('patch' as any, '/jars/:jar')
  label(request: any, response: any, next: any) { response.sendStatus(204); }

  @all('/taste')
  taste() { return 'sweet'; }
}
