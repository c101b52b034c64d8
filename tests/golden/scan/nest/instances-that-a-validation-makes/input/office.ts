import { Body, Controller, Get, Module, Post, Query, UsePipes, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

class Slice {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) shelf: number = 1;
  @IsOptional() @Type(() => Number) @IsInt() @Max(80) slabs: number = 20;
  get first(): number { return (this.shelf - 1) * this.slabs; }
}
class Named { @IsString() readonly name!: string; }
class Stone extends Named {
  @IsInt() weight!: number;
  label() { return { name: this.name, heavy: this.weight > 900 }; }
}

const demand = (given: object, kind: new () => object): void => {
  if (!(given instanceof kind)) throw new Error('something else than was announced');
};

/** The pipe makes instances of the classes. */
@Controller('stones')
@UsePipes(new ValidationPipe({ transform: true }))
class Stones {
  @Get() list(@Query() slice: Slice) { return { from: slice.first, slabs: slice.slabs }; }
  @Post() add(@Body() stone: Stone) {
    demand(stone, Stone);
    return { stored: stone.name, label: stone.label() };
  }
  @Post('named') name(@Body() stone: Stone) { return stone instanceof Named ? { named: stone.name } : { unnamed: true }; }
  @Post('many') many(@Body() stones: Stone[]) { return { isList: Array.isArray(stones), is: stones instanceof Stone }; }
}

/** What this one lets through is what came in. */
@Controller('rubble')
@UsePipes(new ValidationPipe({ whitelist: true }))
class Rubble {
  @Post() add(@Body() stone: Stone) {
    demand(stone, Stone);
    return { stored: stone.name };
  }
  @Post('named') name(@Body() stone: Stone) { return stone instanceof Named ? { named: stone.name } : { unnamed: true }; }
}

@Module({ controllers: [Stones, Rubble] })
class Quarry {}

NestFactory.create(Quarry).then((quarry) => quarry.listen(4070));
