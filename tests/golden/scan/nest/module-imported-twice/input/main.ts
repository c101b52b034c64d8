import { Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Controller('wells')
class Wells {
  @Get()
  list() {
    return [];
  }

  @Post()
  dig() {
    return { deep: 9 };
  }
}

/** Made anew by each of two modules: their routes are the same once more. */
class Water {
  static of(deep: number) {
    return { module: Water, controllers: [Wells], providers: [{ provide: 'DEEP', useValue: deep }] };
  }
}

@Controller('wells')
class OtherWells {
  /** Of another class: it stands behind the other, which is said. */
  @Get() //~ core/duplicate-route
  others() {
    return ['other'];
  }
}

@Module({ imports: [Water.of(9)] })
class Farm {}

@Module({ imports: [Water.of(9)], controllers: [OtherWells] })
class Mill {}

@Module({ imports: [Farm, Mill] })
class Village {}

const village = await NestFactory.create(Village);
await village.listen(3000);
