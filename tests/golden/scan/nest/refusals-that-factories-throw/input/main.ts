import { BadRequestException, Body, ConflictException, Controller, Get, Module, Param, ParseIntPipe, ParseUUIDPipe, Post, Query, UnprocessableEntityException, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsString, MinLength, ValidationError } from 'class-validator';

class Knot {
  @IsString() @MinLength(3) name: string;
}

const thrower = (what: string) => (): never => { throw new BadRequestException(`no such ${what}`); };

@Controller('ropes')
class RopesController {
  // It throws where others return.
  @Get(':id')
  one(@Param('id', new ParseUUIDPipe({ exceptionFactory: () => { throw new ConflictException('odd rope'); } })) id: string) { return { id, length: 20 }; }

  @Get(':id/strands')
  strands(@Param('id', new ParseUUIDPipe({ exceptionFactory: thrower('rope') })) id: string, @Query('from', new ParseIntPipe({ exceptionFactory: (text) => new UnprocessableEntityException(text) })) from: number) { return [{ id, from }]; }

  @Post()
  tie(@Body() knot: Knot) { return { tied: knot.name }; }
}

@Module({ controllers: [RopesController] }) class RopesModule {}

async function open() {
  const ropes = await NestFactory.create(RopesModule);
  ropes.useGlobalPipes(new ValidationPipe({
    exceptionFactory: (errors: ValidationError[]) => {
      const first = errors[0];
      throw new UnprocessableEntityException({ code: 'knots', field: first.property });
    },
  }));
  await ropes.listen(1);
}
void open();
