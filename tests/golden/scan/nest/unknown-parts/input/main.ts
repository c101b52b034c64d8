import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const surprise = JSON.parse(process.title) as { module: new () => object; controller: new () => object; path: string };

@Controller(surprise.path)
class FogController {
  @Get('bank') //~ project/unknown-path
  bank() { return 'x'; }
}

@Controller('mist')
class MistController {
  @Get() thin() { return 'x'; }
}

@Controller('lost') //~ nest/unreached-controller
class LostController {
  @Get() never() { return 'x'; }
}

@Module({ imports: [surprise.module], controllers: [FogController, MistController, surprise.controller] })
class WeatherModule {}

NestFactory.create(WeatherModule).then((weather) => weather.listen(1)); //~ nest/unknown-module nest/unknown-controller
