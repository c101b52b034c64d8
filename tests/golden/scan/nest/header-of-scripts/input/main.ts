import { CanActivate, Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import session from 'express-session';

/** That a script sends the request says nothing of who sends it. */
@Injectable()
class OfScripts implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    const words = request.headers['language'] || 'en';
    if (request.headers['x-requested-with'] !== 'XMLHttpRequest') throw new ForbiddenException(words);
    if (!request.session.user) throw new UnauthorizedException(words);
    return true;
  }
}

@UseGuards(OfScripts)
@Controller('lamps')
class Lamps {
  @Get()
  list() {
    return [];
  }
}

@Module({ controllers: [Lamps] })
class Lighthouse {}

const lighthouse = await NestFactory.create(Lighthouse);
lighthouse.use(session({ secret: 'beam' }));
await lighthouse.listen(3000);
