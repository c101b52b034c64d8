// What is thrown and no filter catches is answered 500 with the body of the framework, whatever it says: by a handler, a service, a guard, as a text.
import { CanActivate, Catch, Controller, ExceptionFilter, ExecutionContext, ArgumentsHost, Get, Injectable, Module, Param, Query, UseFilters, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GraphQLError } from 'graphql';

class Overheated extends Error {}
class Refused extends GraphQLError {
  constructor() {
    super('refused');
  }
}
class Coded extends Error {
  constructor(
    message: string,
    readonly statusCode: number,
  ) {
    super(message);
  }
}

@Injectable()
class Kiln {
  degrees(kind: string) {
    if (kind === 'wood') throw new Error('no thermometer');
    return { kind, degrees: 900 };
  }
}

@Injectable()
class Attended implements CanActivate {
  canActivate(context: ExecutionContext) {
    if (!context.switchToHttp().getRequest().headers['x-potter']) throw new Error('nobody there');
    return true;
  }
}

@Catch(Overheated)
class Cools implements ExceptionFilter {
  catch(error: Overheated, host: ArgumentsHost) {
    host.switchToHttp().getResponse().status(503).json({ wait: error.message });
  }
}

@Controller('kilns')
class Kilns {
  constructor(private readonly kiln: Kiln) {}

  @Get('handler')
  handler(@Query('cone') cone?: string) {
    if (!cone) throw new Overheated('glowing');
    return { cone };
  }

  @Get('service/:kind')
  service(@Param('kind') kind: string) {
    return this.kiln.degrees(kind);
  }

  @Get('guard')
  @UseGuards(Attended)
  guard() {
    return { open: true };
  }

  @Get('caught')
  @UseFilters(Cools)
  caught(@Query('cone') cone?: string) {
    if (!cone) throw new Overheated('glowing');
    return { cone };
  }

  @Get('package')
  ofPackage() {
    throw new Refused();
  }

  @Get('text')
  text() {
    throw 'cracked';
  }

  // The framework answers with the status that an error has of its own, and with nothing that can be said here where nobody knows it.
  @Get('coded')
  coded(@Query('code') code: string) {
    if (code === 'known') throw new Coded('glaze is out', 409);
    throw new Coded('glaze ran', Number(code));
  }
}

@Module({ controllers: [Kilns], providers: [Kiln] })
class Pottery {}

void NestFactory.create(Pottery).then((server) => server.listen(3000));
