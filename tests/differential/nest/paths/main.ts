import { All, Controller, Delete, Get, Head, Module, Options, Patch, Post, Put, RequestMapping, RequestMethod, Sse } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { of } from 'rxjs';

enum Places { Barn = 'barn' }
const nested = { deep: { path: 'silo' } } as const;

@Controller()
class RootController {
  @Get() index() { return 'x'; }
  @Get('health') health() { return 'x'; }
  @Get('/health/deep/') deep() { return 'x'; }
  @Post('health') post() { return 'x'; }
}

@Controller(['cows', '/oxen/'])
class HerdController {
  @Get() list() { return 'x'; }
  @Get([':id', 'by-name/:name']) one() { return 'x'; }
  @Post('') create() { return 'x'; }
  @All('any') any() { return 'x'; }
  @Head('head') head() { return 'x'; }
  @Options('options') options() { return 'x'; }
  @Patch(':id') patch() { return 'x'; }
  @Delete(':id') remove() { return 'x'; }
  @Put(`${nested.deep.path}/:level`) put() { return 'x'; }
  notARoute() { return 'x'; }
}

abstract class Base<Item> {
  items: Item[] = [];
  @Get() all() { return 'base'; }
  @Get('kept') kept() { return 'base'; }
  @Get('overridden') overridden() { return 'base'; }
  @Get('moved') moved() { return 'base'; }
}

@Controller(Places.Barn)
class BarnController extends Base<string> {
  @Get('own') own() { return 'x'; }
  // Without a decorator of its own it answers nothing.
  override overridden() { return 'x'; }
  @Post('moved-here') override moved() { return 'x'; }
}

@Controller({ path: 'mill' })
class MillController extends Base<number> {
  @RequestMapping({ path: 'mapped', method: RequestMethod.DELETE }) mapped() { return 'x'; }
  @RequestMapping() unmapped() { return 'x'; }
  @Sse('events') events() { return of({ data: 'x' }); }
}

@Controller('files')
class FilesController {
  @Get('*') rest() { return 'x'; }
  @Get('named/*tail') named() { return 'x'; }
  @Get(':from-:to') range() { return 'x'; }
}

// The decorators of a base class are those of a class without its own.
class InheritedController extends HerdController {}

@Module({ controllers: [RootController, HerdController, BarnController, MillController, FilesController, RootController] })
class FarmModule {}

@Module({ imports: [FarmModule], controllers: [InheritedController] })
class YardModule {}

async function start() {
  const estate = await NestFactory.create(YardModule, { logger: false });
  estate.setGlobalPrefix('/estate/', { exclude: ['health', { path: 'oxen/any', method: RequestMethod.ALL }, { path: 'cows', method: RequestMethod.POST }, 'barn/*path'] });
  await estate.listen(0);
}
void start();
