import { CanActivate, Controller, Get, Injectable, Module, RequestMethod, UseGuards } from '@nestjs/common';
import { GUARDS_METADATA, HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { NestFactory } from '@nestjs/core';

@Injectable()
class Closed implements CanActivate {
  canActivate() {
    return false;
  }
}

/** Its path and who may come in are settings of the module. */
@Controller()
class Garden {
  @Get('paths')
  paths() {
    return ['left', 'right'];
  }

  /** No decorator says that it answers. */
  plant() {
    return { planted: true };
  }

  unseen() {
    return 1;
  }
}

@UseGuards(Closed)
@Controller('shed')
class Shed {
  @Get()
  tools() {
    return ['spade'];
  }
}

class Grounds {
  static of(path: string, closed: boolean) {
    Reflect.defineMetadata(PATH_METADATA, path, Garden);
    if (closed) Reflect.defineMetadata(GUARDS_METADATA, [Closed], Garden);
    else Reflect.deleteMetadata(GUARDS_METADATA, Garden);
    Reflect.defineMetadata(PATH_METADATA, 'beds', Garden.prototype.plant);
    Reflect.defineMetadata(METHOD_METADATA, RequestMethod.PUT, Garden.prototype.plant);
    Reflect.defineMetadata(HTTP_CODE_METADATA, 202, Garden.prototype.plant);
    Reflect.deleteMetadata(GUARDS_METADATA, Shed);
    return { module: Grounds, controllers: [Garden, Shed] };
  }
}

@Module({ imports: [Grounds.of('garden', true)] })
class House {}

const house = await NestFactory.create(House);
await house.listen(3000);
