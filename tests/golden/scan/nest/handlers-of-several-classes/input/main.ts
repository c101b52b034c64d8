// A method that several controllers inherit is a handler of each: it answers with what that class holds and is given.
import { Body, Controller, Delete, ForbiddenException, Get, Injectable, Module, NotFoundException, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class Cat { id!: string; lives!: number; }
class Dog { id!: number; name!: string; }

interface Store<T> { find(): Promise<T[]>; one(id: string): Promise<T | undefined>; }
@Injectable()
class CatStore implements Store<Cat> {
  async find(): Promise<Cat[]> { return fetchAll('cats'); }
  async one(id: string): Promise<Cat | undefined> { return fetchAll(id)[0]; }
}
@Injectable()
class DogStore implements Store<Dog> {
  async find(): Promise<Dog[]> { return fetchAll('dogs'); }
  async one(id: string): Promise<Dog> { return fetchAll(id)[0]; }
}
declare function fetchAll(of: string): any;

abstract class Animals<T> {
  protected readonly mayBeSold: boolean = true;
  constructor(protected readonly store: Store<T>) {}
  abstract describe(): object;
  @Get() all() { return this.store.find(); }
  @Get('about') about() { return this.describe(); }
  @Get(':id') async one(@Param('id') id: string) {
    const found = await this.store.one(id);
    if (!found) throw new NotFoundException();
    return found;
  }
  @Delete(':id') sell(@Param('id') id: string) {
    if (!this.mayBeSold) throw new ForbiddenException('not for sale');
    return { sold: id };
  }
}

@Controller('cats')
class Cats extends Animals<Cat> {
  constructor(store: CatStore) { super(store); }
  describe() { return { purrs: true }; }
}

@Controller('dogs')
class Dogs extends Animals<Dog> {
  protected override readonly mayBeSold = false;
  constructor(store: DogStore) { super(store); }
  describe() { return { barks: 'loudly', leash: 2 }; }
  @Post('walks') walk(@Body() body: { minutes: number }) { return { minutes: body.minutes }; }
}

/** The same of classes that a function makes. */
function shelf(path: string, foods: readonly object[]) {
  @Controller(path)
  class Shelf {
    @Get() foods() { return foods; }
  }
  return Shelf;
}

@Module({
  controllers: [Cats, Dogs, shelf('dry', [{ grams: 500 }]), shelf('wet', [{ tins: 6, fish: true }])],
  providers: [CatStore, DogStore],
})
class Kennel {}

void NestFactory.create(Kennel).then((app) => app.listen(3000));
