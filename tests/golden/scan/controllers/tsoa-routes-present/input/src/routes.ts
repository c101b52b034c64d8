import type { TsoaRoute } from '@tsoa/runtime';
import { fetchMiddlewares, ExpressTemplateService } from '@tsoa/runtime';
import { PlantController } from './PlantController';
import { expressAuthentication } from './auth';
import type { Request as ExRequest, Response as ExResponse, RequestHandler, Router } from 'express';

const expressAuthenticationRecasted = expressAuthentication as (req: ExRequest, securityName: string, scopes?: string[], res?: ExResponse) => Promise<any>;
const models: TsoaRoute.Models = {};
const templateService = new ExpressTemplateService(models, { noImplicitAdditionalProperties: 'ignore', bodyCoercion: true });

export function RegisterRoutes(app: Router) {
  const argsPlantController_list: Record<string, TsoaRoute.ParameterSchema> = {
    limit: { in: 'query', name: 'limit', required: true, dataType: 'double' },
    from: { in: 'query', name: 'after', dataType: 'string' },
  };
  app.get('/v1/plants',
    ...(fetchMiddlewares<RequestHandler>(PlantController)),
    ...(fetchMiddlewares<RequestHandler>(PlantController.prototype.list)),

    async function PlantController_list(request: ExRequest, response: ExResponse, next: any) {
      let validatedArgs: any[] = [];
      try {
        validatedArgs = templateService.getValidatedArgs({ args: argsPlantController_list, request, response });
        const controller = new PlantController();
        await templateService.apiHandler({ methodName: 'list', controller, response, next, validatedArgs, successStatus: undefined });
      } catch (err) {
        return next(err);
      }
    });
  const argsPlantController_plant: Record<string, TsoaRoute.ParameterSchema> = {
    body: { in: 'body', name: 'body', required: true, ref: 'NewPlant' },
  };
  app.post('/v1/plants',
    authenticateMiddleware([{ jwt: ['gardener'] }]),
    ...(fetchMiddlewares<RequestHandler>(PlantController)),
    ...(fetchMiddlewares<RequestHandler>(PlantController.prototype.plant)),

    async function PlantController_plant(request: ExRequest, response: ExResponse, next: any) {
      let validatedArgs: any[] = [];
      try {
        validatedArgs = templateService.getValidatedArgs({ args: argsPlantController_plant, request, response });
        const controller = new PlantController();
        await templateService.apiHandler({ methodName: 'plant', controller, response, next, validatedArgs, successStatus: 201 });
      } catch (err) {
        return next(err);
      }
    });

  function authenticateMiddleware(security: Record<string, string[]>[] = []) {
    return async function runAuthenticationMiddleware(request: any, response: any, next: any) {
      const failedAttempts: any[] = [];
      const pushAndRethrow = (error: any) => { failedAttempts.push(error); throw error; };
      const secMethodOrPromises: Promise<any>[] = [];
      for (const secMethod of security) for (const name in secMethod) secMethodOrPromises.push(expressAuthenticationRecasted(request, name, secMethod[name], response).catch(pushAndRethrow));
      try {
        request['user'] = await Promise.any(secMethodOrPromises);
        if (response.writableEnded) return;
        next();
      } catch (err) {
        const error = failedAttempts.pop();
        error.status = error.status || 401;
        if (response.writableEnded) return;
        next(error);
      }
    };
  }
}
