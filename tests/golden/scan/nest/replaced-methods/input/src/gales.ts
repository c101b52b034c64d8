import { Body, Controller, Get, Headers, Param, ParseIntPipe, Post, Query, Req, ValidationPipe } from '@nestjs/common';
import { IsInt, IsString, Max } from 'class-validator';
import { Remembered, Timed } from './timing';

class NewGale {
  @IsString() name: string;
  @IsInt() @Max(12) force: number;
}

/** What it logs of a request is its own; the arguments are handed on. */
function Logged(_target: object, _name: string, descriptor: PropertyDescriptor): PropertyDescriptor {
  const method = descriptor.value;
  descriptor.value = function (...given: any[]) {
    console.log(given[0].url);
    return method.apply(this, given);
  };
  return descriptor;
}

abstract class Instrument {
  @Get('readings')
  @Timed()
  readings(@Query('unit') unit: string) { return [{ unit, force: 8 }]; }
}

@Controller('gales')
export class Gales extends Instrument {
  @Post()
  @Timed()
  note(@Body(new ValidationPipe()) gale: NewGale, @Headers('x-mast') mast: string) { return { name: gale.name, force: gale.force, mast }; }

  @Get(':id')
  @Timed()
  @Logged
  one(@Req() request: { url: string }, @Param('id', ParseIntPipe) id: number, @Query('unit') unit: string) { return { id, unit }; }

  @Get('of/:year')
  @Remembered()
  of(@Param('year', ParseIntPipe) year: number, @Query('unit') unit: string) { return { year, unit }; }
}
