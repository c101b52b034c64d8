import { Controller, Get, Module, Post, VERSION_NEUTRAL, Version, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Controller('plain')
class PlainController {
  @Get() list() { return 'x'; }
  @Version('7') @Get('seven') seven() { return 'x'; }
  @Version(VERSION_NEUTRAL) @Get('neutral') neutral() { return 'x'; }
}

@Controller({ path: 'stated', version: '1' })
class StatedController {
  @Get() list() { return 'x'; }
  @Get('later') @Version(['2', '3']) later() { return 'x'; }
}

@Controller({ path: 'many', version: ['4', VERSION_NEUTRAL] })
class ManyController {
  @Post() create() { return 'x'; }
}

@Controller({ version: VERSION_NEUTRAL, path: ['free', 'loose'] })
class FreeController {
  @Get(':id') one() { return 'x'; }
}

@Module({ controllers: [PlainController, StatedController, ManyController, FreeController] })
class ShelfModule {}

async function start() {
  const library = await NestFactory.create(ShelfModule, { logger: false });
  library.enableVersioning({ type: VersioningType.URI, defaultVersion: ['5', '6'], prefix: 'rev-' });
  library.setGlobalPrefix('books', { exclude: ['stated/later'] });
  await library.listen(0);
}
start();
