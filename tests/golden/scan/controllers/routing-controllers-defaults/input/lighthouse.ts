import { Allow, IsDefined, IsNotEmpty, Min } from 'class-validator';
import {
  Body, createExpressServer, type ExpressErrorMiddlewareInterface, type ExpressMiddlewareInterface, ForbiddenError, Get, HttpError,
  JsonController, Middleware, Post, QueryParam, QueryParams, UploadedFile, UseBefore,
} from 'routing-controllers';

// The library hands the rejections of middlewares on, whoever answers errors.
class Gate implements ExpressMiddlewareInterface {
  async use(request: any, _response: any, next: () => void) {
    if (!request.get('Authorization')) throw new ForbiddenError('no pass');
    next();
  }
}
@Middleware({ type: 'after' })
class Errors implements ExpressErrorMiddlewareInterface {
  error(error: unknown, _request: any, response: any, _next: () => void) {
    response.status(error instanceof HttpError ? error.httpCode : 500).json({ message: (error as Error).message });
  }
}

// What is missing is not validated, but for what is said to be defined.
class Paging { @Min(0) from?: number; @IsDefined() coast: string; }
class Beam { @IsNotEmpty() colour: string; @IsDefined() width: number; @Allow() note: string; glass: string; }

@JsonController('/lamps')
class Lamps {
  @Get('/') @UseBefore(Gate) list(@QueryParams() paging: Paging) { return { coast: paging.coast }; }
  @Post('/') add(@Body() beam: Beam) { return { width: beam.width }; }
  // Parameters are required unless they say otherwise.
  @Get('/near') near(@QueryParam('port') port: string, @QueryParam('miles', { required: false }) miles: number) { return { port, miles }; }
  @Post('/plans') plan(@UploadedFile('plan') plan: any) { return { kept: true }; }
  @Post('/photos') photo(@UploadedFile('photo', { required: false }) photo: any) { return { kept: true }; }
}
createExpressServer({
  controllers: [Lamps], middlewares: [Errors], defaultErrorHandler: false,
  defaults: { paramOptions: { required: true } }, validation: { skipMissingProperties: true },
}).listen(8064);
