import { Body, Controller, Get, Module, Param, ParseArrayPipe, ParseIntPipe, Post, Query, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt } from 'class-validator';
import { DefaultsPipe, JsonPipe, LenientPipe, RangePipe, TracePipe, TryingPipe } from './pipes';

interface Wanted {
  depth?: number;
  species: string[];
}
type Sorting = { by: string; down?: boolean };
class Page {
  @IsInt()
  size: number;
}

declare const shoals: { find(...how: unknown[]): any };

@Controller('shoals')
export class ShoalController {
  // A text that a pipe of the program makes an object of.
  @Get()
  list(
    @Query('wanted', new JsonPipe()) wanted: Wanted,
    @Query('sort', JsonPipe) sort: Sorting,
    @Query('many', JsonPipe) many: Wanted[],
    @Query('part', JsonPipe) part: Partial<Wanted> | undefined,
    @Query('some', JsonPipe) some: Record<string, string>,
    @Query('page', JsonPipe) page: Page,
  ) {
    return shoals.find(wanted.species, sort.by, many, part, some, page);
  }

  @Get('between/:range')
  between(@Param('range', RangePipe) range: { from: number; to: number }) {
    return shoals.find(range.from, range.to);
  }

  // It may give back what it got; the type says what becomes of a text all the same.
  @Get('lenient')
  lenient(
    @Query('wanted', LenientPipe) wanted: Wanted,
    @Query('tried', new TryingPipe()) tried: Wanted,
    @Query('sort', TryingPipe) sort: Sorting | undefined,
    @Query('some', LenientPipe) some: Record<string, string>,
    @Query('page', LenientPipe) page: Page,
    @Query('many', LenientPipe) many: Wanted[],
  ) {
    return shoals.find(wanted.species, sort?.by, tried.depth, some, page.size, many);
  }

  // What it is to the program is no object: the type may say what is sent.
  @Get('plain')
  plain(
    @Query('name', TracePipe) name: string,
    @Query('depth', TracePipe, ParseIntPipe) depth: number,
    @Query('side', TracePipe) side: 'port' | 'starboard',
  ) {
    return shoals.find(name, depth, side);
  }

  // No pipe of the program reads it: an object is sent, `wanted[depth]=3`.
  @Get('nested')
  nested(
    @Query('wanted') wanted: Wanted,
    @Query('traced', TracePipe) traced: Wanted,
    @Query('filled', DefaultsPipe) filled: Wanted,
    @Query('page', new ValidationPipe({ transform: true })) page: Page,
    @Query('ids', new ParseArrayPipe({ items: Number })) ids: number[],
  ) {
    return shoals.find(wanted.depth, page.size, ids, traced.depth, filled.depth);
  }

  // A body is no text.
  @Post()
  add(@Body('wanted', TracePipe) wanted: Wanted) {
    return shoals.find(wanted.species);
  }
}

@Module({ controllers: [ShoalController] })
class ShoalModule {}

async function start() {
  const app = await NestFactory.create(ShoalModule);
  await app.listen(3000);
}
void start();
