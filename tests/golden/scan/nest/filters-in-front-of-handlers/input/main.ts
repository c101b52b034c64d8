// What a guard throws the filters of its route answer, each route with its own. What a middleware throws only filters of the whole application answer, and its own.
import {
  ArgumentsHost, CanActivate, Catch, Controller, ExceptionFilter, ExecutionContext, ForbiddenException, Get, GoneException, HttpException, Injectable,
  MiddlewareConsumer, Module, NestMiddleware, Param, UnauthorizedException, UseFilters, UseGuards,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';

@Catch(HttpException)
class Mild implements ExceptionFilter {
  catch(error: HttpException, host: ArgumentsHost) {
    host.switchToHttp().getResponse().status(200).json({ ok: false, why: error.message });
  }
}

@Catch(ForbiddenException)
class Hides implements ExceptionFilter {
  catch(_error: ForbiddenException, host: ArgumentsHost) {
    host.switchToHttp().getResponse().status(404).json({ nothing: true });
  }
}

@Catch(GoneException)
class Everywhere implements ExceptionFilter {
  catch(_error: GoneException, host: ArgumentsHost) {
    host.switchToHttp().getResponse().status(410).json({ sunk: true });
  }
}

@Injectable()
class Ticketed implements CanActivate {
  canActivate(context: ExecutionContext) {
    if (!context.switchToHttp().getRequest().headers.authorization) throw new UnauthorizedException('no ticket');
    return true;
  }
}

@Injectable()
class Crew implements CanActivate {
  canActivate(context: ExecutionContext) {
    if (context.switchToHttp().getRequest().headers['x-crew'] !== 'yes') throw new ForbiddenException('crew only');
    return true;
  }
}

@Injectable()
class Tide implements NestMiddleware {
  use(request: any, _response: any, next: () => void) {
    if (request.query.ebb) throw new GoneException('ran aground');
    if (!request.headers['x-harbour']) throw new ForbiddenException('which harbour');
    next();
  }
}

// A middleware may have filters of its own.
@Injectable()
@UseFilters(Hides)
class Fog implements NestMiddleware {
  use(request: any, _response: any, next: () => void) {
    if (request.query.fog) throw new ForbiddenException('no view');
    next();
  }
}

@Controller('mild')
@UseFilters(Mild)
class MildBoats {
  @Get()
  all() {
    return { boats: 2 };
  }

  @Get('crew')
  @UseGuards(Crew)
  crew() {
    return { crew: 5 };
  }
}

@Controller('hidden')
class HiddenBoats {
  @Get('crew')
  @UseGuards(Crew)
  @UseFilters(Hides)
  crew() {
    return { crew: 7 };
  }

  @Get('crew/:name')
  @UseGuards(Crew)
  one(@Param('name') name: string) {
    return { name };
  }
}

@Controller('plain')
class PlainBoats {
  @Get()
  all() {
    return { boats: 3 };
  }
}

@Module({ controllers: [MildBoats, HiddenBoats, PlainBoats], providers: [{ provide: APP_GUARD, useClass: Ticketed }] })
class Ferry {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(Tide).forRoutes(MildBoats, PlainBoats);
    consumer.apply(Fog).forRoutes(HiddenBoats);
  }
}

async function sail() {
  const app = await NestFactory.create(Ferry);
  app.useGlobalFilters(new Everywhere());
  await app.listen(3000);
}
void sail();
