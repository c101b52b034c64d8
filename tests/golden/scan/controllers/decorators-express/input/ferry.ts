// Each controller is a router of its own; a middleware is a function or a class with `use`; what a method gives is sent, unless it gives nothing.
import express from 'express';
import { attachControllerInstances, attachControllers, Body, Controller, Get, Headers, Params, Post, Query, Response } from '@decorators/express';

class Ticket {
  use(request: express.Request, response: express.Response, next: express.NextFunction): void { if (request.headers['x-ticket']) next(); else response.sendStatus(403); }
}
const bell = (request: express.Request, response: express.Response, next: express.NextFunction): void => next();

@Controller('/crossings', [bell])
class Crossings {
  @Get('/')
  list(@Query('day') day: string, @Query() all: { size: string }) { return [{ day, size: all.size }]; }

  @Post('/:crossing', [Ticket])
  board(@Params('crossing') crossing: string, @Body() party: { cars: number }, @Headers('x-name') name: string) { return { crossing, cars: party.cars, name }; }
}

@Controller('/pier', { mergeParams: true })
class Pier {
  constructor(private readonly length: number) {}

  @Get('/depth')
  depth(@Response() response: express.Response) { response.status(200).json({ depth: this.length }); }
}

const ferry = express();
attachControllers(ferry, [Crossings]);
attachControllerInstances(ferry, [new Pier(40)]);
ferry.listen(4700);
