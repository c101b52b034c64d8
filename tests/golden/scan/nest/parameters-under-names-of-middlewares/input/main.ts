import { BadRequestException, Controller, Get, Injectable, MiddlewareConsumer, Module, NestMiddleware, Param, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Injectable()
class DayMiddleware implements NestMiddleware {
  use(request: any, _response: any, next: () => void) {
    const { day } = request.params;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new BadRequestException('No day');
    request.day = { day, season: 'summer' };
    next();
  }
}
@Injectable()
class TownMiddleware implements NestMiddleware {
  use(request: any, response: any, next: () => void) {
    if (!request.params.town) return response.status(404).json({ missing: 'town' });
    next();
  }
}

@Controller('tides')
class TideController {
  // Called like the parameter of the middleware.
  @Get(':day')
  all(@Req() request: any) {
    return request.day;
  }
  // Called otherwise.
  @Get(':date/high')
  high(@Param('date') date: string) {
    return { date };
  }
}
@Controller('towns')
class TownController {
  @Get(':name')
  one(@Param('name') name: string) {
    return { name };
  }
  // Not below the path of the middleware.
  @Get()
  all() {
    return [{ name: 'Brill' }];
  }
}

@Module({ controllers: [TideController, TownController] })
class AppModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(DayMiddleware).forRoutes('tides/:day');
    consumer.apply(TownMiddleware).forRoutes('towns/:town');
  }
}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
