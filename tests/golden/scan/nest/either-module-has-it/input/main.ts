import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** Both modules serve the pears, and one of them is there: none stands in front of the other. */
function orchard(path: string) {
  @Controller(path)
  class Trees {
    @Get()
    list() {
      return [];
    }
  }
  return { module: class Part {}, controllers: [Trees] };
}

@Module({ imports: [orchard('pears'), orchard('plums')] })
class Old {}

@Module({ imports: [orchard('pears'), orchard('quinces')] })
class New {}

@Module({ imports: [process.env.ORCHARD === 'old' ? Old : New] })
class Farm {}

const farm = await NestFactory.create(Farm);
await farm.listen(3000);
