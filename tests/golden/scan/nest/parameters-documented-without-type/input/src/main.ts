import { Controller, Get, Headers, Module, Param, ParseBoolPipe, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiHeader, ApiParam, ApiQuery } from '@nestjs/swagger';
import { ParseNumberPipe } from 'house-pipes';

enum Order {
  Old = 'old',
  New = 'new',
}

@Controller('berths')
export class BerthController {
  // Documentation without a type leaves the type to the parameter, whatever pipe makes it.
  @Get('free')
  @ApiQuery({ name: 'length', required: false, description: 'in metres' })
  @ApiQuery({ name: 'roofed', required: false })
  @ApiQuery({ name: 'harbour', required: false })
  @ApiQuery({ name: 'order', required: false })
  free(
    @Query('length', ParseNumberPipe) length?: number,
    @Query('roofed', ParseBoolPipe) roofed?: boolean,
    @Query('harbour') harbour?: string,
    @Query('order') order?: Order,
  ) {
    return { length, roofed, harbour, order };
  }

  @Get(':berth')
  @ApiParam({ name: 'berth', description: 'number of the berth' })
  @ApiHeader({ name: 'x-crew', required: false })
  one(@Param('berth', ParseNumberPipe) berth: number, @Headers('x-crew') crew?: string) {
    return { berth, crew };
  }

  // One with a type is believed.
  @Get('by/depth')
  @ApiQuery({ name: 'depth', type: Number })
  @ApiQuery({ name: 'marks', type: String, required: false })
  byDepth(@Query('depth') depth: string, @Query('marks') marks?: string[]) {
    return { depth, marks };
  }

  // What is documented alone is a text.
  @Get('any/thing')
  @ApiQuery({ name: 'colour', required: false })
  anything(@Query() query: Record<string, unknown>) {
    return { found: Object.keys(query).length };
  }
}

@Module({ controllers: [BerthController] })
class HarbourModule {}

async function start() {
  const app = await NestFactory.create(HarbourModule);
  await app.listen(3000);
}
void start();
