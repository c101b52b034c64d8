import { Controller, Get, Module, Query, Redirect } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { of } from 'rxjs';

/** What a handler returns may say another status, and the decorator's holds where it does not. */
@Controller('moved')
class MovedController {
  @Get('always') @Redirect('/elsewhere', 301) always() {}
  @Get('told') @Redirect() told() {
    return { url: '/told', statusCode: 307 };
  }
  @Get('streamed') @Redirect('/elsewhere') streamed() {
    return of({ url: '/streamed', statusCode: 303 });
  }
  @Get('some') @Redirect('/elsewhere', 301) some(@Query('tide') tide?: string) {
    if (tide) return { url: `/tides/${tide}`, statusCode: 308 };
  }
  @Get('only-url') @Redirect('/elsewhere', 301) onlyUrl() {
    return { url: '/other' };
  }
}

@Module({ controllers: [MovedController] })
class MovedModule {}
void NestFactory.create(MovedModule).then((moved) => moved.listen(3000));
