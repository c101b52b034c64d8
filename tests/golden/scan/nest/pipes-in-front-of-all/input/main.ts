// What a pipe of all routes looks at in a body, to tell kinds of values apart, is no field of any; what one of a method looks at is.
import { BadRequestException, Body, Controller, Get, Injectable, Module, PipeTransform, Post, Query, UsePipes } from '@nestjs/common';
import { APP_PIPE, NestFactory } from '@nestjs/core';

// Leaves streams, buffers and files alone.
@Injectable()
class TrimPipe implements PipeTransform {
  transform(value: any): any {
    if (value === null || typeof value !== 'object') return value;
    const given = value as { pipe?: unknown; readable?: unknown; fieldname?: string };
    if (typeof given.pipe === 'function' || given.readable !== undefined || given.fieldname) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? each.trim() : each]));
  }
}

// Provided by a module, and it changes what it finds.
@Injectable()
class LocalePipe implements PipeTransform {
  transform(value: any): any {
    if (value && typeof value === 'object' && value.locale) value.locale = value.locale.toLowerCase();
    return value;
  }
}

// Only this method's: what it reads is sent.
@Injectable()
class GlazePipe implements PipeTransform {
  transform(value: any): any {
    if (typeof value.glaze !== 'string') throw new BadRequestException('no glaze');
    if (value.finish && value.finish !== 'gloss') throw new BadRequestException('no such finish');
    return value;
  }
}

interface Firing {
  degrees: number;
  hours?: number;
}

@Controller('kiln')
class KilnController {
  @Get() find(@Query() query: { shelf?: string }) {
    return { shelf: query.shelf };
  }
  @Post() fire(@Body() firing: Firing) {
    return { degrees: firing.degrees, hours: firing.hours };
  }
  // Whoever reads one of those names itself has a field of that name.
  @Post('pipes') pipes(@Body() order: any) {
    return { pipe: String(order.pipe), bend: String(order.bend) };
  }
  @Post('glaze') @UsePipes(GlazePipe) glaze(@Body() pot: any) {
    return { pot: Number(pot.pot) };
  }
}

@Module({ controllers: [KilnController], providers: [{ provide: APP_PIPE, useClass: LocalePipe }] })
class KilnModule {}

async function heat() {
  const kiln = await NestFactory.create(KilnModule);
  kiln.useGlobalPipes(new TrimPipe());
  await kiln.listen(5000);
}
void heat();
