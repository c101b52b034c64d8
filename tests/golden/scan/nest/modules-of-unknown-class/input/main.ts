import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { labelled } from 'label-maker';

class Shelf {
  all() {
    return [];
  }
}

/** A class by a name that is made of another: what the module is called nobody needs to know. */
const named = (name: string, base: any): any => ({ [name]: class extends base {} })[name];

class Bound {
  static over(path: string) {
    const cls = named(`${labelled(path)}Shelf`, Shelf);
    Controller(path)(cls);
    Get('all')(cls.prototype, 'all', Object.getOwnPropertyDescriptor(Shelf.prototype, 'all')!);
    return { module: named(labelled(path), Bound), controllers: [cls] };
  }
}

@Controller('atlases')
class Atlases {
  @Get()
  list() {
    return [];
  }
}

@Controller('maps')
class Maps {
  @Get()
  list() {
    return [];
  }
}

@Module({ controllers: [Maps] })
class MapRoom {}

/** The class comes from a package: what the module lists beside it is served, and what it imports. */
const fromPackage = { module: labelled('atlases'), controllers: [Atlases], imports: [MapRoom] };

@Module({ imports: [Bound.over('novels'), Bound.over('poems'), fromPackage] })
class Library {}

const library = await NestFactory.create(Library);
await library.listen(3000);
