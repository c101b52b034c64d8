import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiOkResponse } from '@nestjs/swagger';
import { Firing, Recipe } from './kiln';

declare const store: { find(id: string): any };

@Controller('kilns')
export class KilnController {
  @Get(':kiln')
  @ApiOkResponse({ type: Firing })
  one(@Param('kiln') kiln: string) {
    return store.find(kiln);
  }

  @Post()
  fire(@Body() firing: Firing) {
    store.find(firing.potter);
  }

  @Post('recipes')
  add(@Body() recipe: Recipe) {
    store.find(recipe.glaze);
  }
}

@Module({ controllers: [KilnController] })
class KilnModule {}

async function start() {
  const app = await NestFactory.create(KilnModule);
  await app.listen(3000);
}
void start();
