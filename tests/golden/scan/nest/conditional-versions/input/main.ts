import { Controller, Get, MiddlewareConsumer, mixin, Module, UseGuards, VersioningType, type CanActivate, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import cookies from 'cookie-parser';

const harbour = (name: string): Type<CanActivate> => {
  class HarbourGuard implements CanActivate {
    canActivate(context: { switchToHttp(): { getRequest(): { headers: Record<string, string> } } }) { return context.switchToHttp().getRequest().headers['x-api-key'] === name; }
  }
  return mixin(HarbourGuard);
};

@Controller({ path: 'tides', version: '2' })
class TideController {
  @Get() @UseGuards(harbour('north')) all() { return []; }
}

@Controller('moon')
class MoonController {
  @Get() phase() { return 'full'; }
}

@Module({ controllers: [TideController, MoonController] })
class TideModule {
  configure(consumer: MiddlewareConsumer) { consumer.apply(cookies()).forRoutes(TideController); }
}

async function rise() {
  const water = await NestFactory.create(TideModule);
  if (process.env.VERSIONED === 'yes') water.enableVersioning({ type: VersioningType.URI });
  await water.listen(1);
}
void rise();
