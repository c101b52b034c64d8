import { Controller, Get, Injectable, MiddlewareConsumer, Module, NestModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SentryModule } from '@sentry/nestjs/setup';
import { ClsModule } from 'nestjs-cls';
import { I18nModule } from 'nestjs-i18n';
import { LoggerModule } from 'nestjs-pino';

@Injectable()
class Foghorn {
  use(_request: unknown, _response: unknown, next: () => void) {
    next();
  }
}

@Controller('lamps')
class Lamps {
  @Get()
  all() {
    return [{ lit: true }];
  }

  @Get('quiet')
  quiet() {
    return { lit: false };
  }
}

/** What packages mount as global modules runs before the program's own; what they provide for all comes with their place. */
@Module({
  imports: [
    ClsModule.forRoot({ middleware: { mount: true } }),
    LoggerModule.forRootAsync({ useFactory: () => ({ exclude: ['lamps/quiet'] }) }),
    I18nModule.forRoot({ fallbackLanguage: 'en', disableMiddleware: true }),
    SentryModule.forRoot(),
  ],
  controllers: [Lamps],
})
class Lighthouse implements NestModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(Foghorn).forRoutes(Lamps);
  }
}

@Controller('boats')
class Boats {
  @Get()
  all() {
    return [];
  }
}

@Controller('piers')
class PierList {
  @Get()
  all() {
    return [];
  }
}

/** Imported by the options of a package's module. */
@Module({ controllers: [PierList] })
class Piers {}

/** Not mounted but for an interceptor, on the requests of another logger, and with a part for one feature alone. */
@Module({
  imports: [
    ClsModule.forRootAsync({ useFactory: () => ({ middleware: { mount: false }, interceptor: { mount: true } }) }),
    ClsModule.forFeature(),
    LoggerModule.forRoot({ useExisting: true }),
    SentryModule,
    I18nModule.forRootAsync({ imports: [Piers], useFactory: () => ({ fallbackLanguage: 'en' }) }),
  ],
  controllers: [Boats],
})
class Harbour {}

async function light() {
  await (await NestFactory.create(Lighthouse)).listen(3000);
  const harbour = await NestFactory.create(Harbour);
  harbour.setGlobalPrefix('harbour');
  await harbour.listen(3001);
}
void light();
