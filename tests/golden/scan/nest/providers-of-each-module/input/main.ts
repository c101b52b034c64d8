import {
  Body,
  CanActivate,
  Controller,
  ExecutionContext,
  ForbiddenException,
  Get,
  Global,
  Inject,
  Injectable,
  Module,
  PipeTransform,
  Post,
  UnprocessableEntityException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z, type ZodType } from 'zod';

/** Asks for what each module gives something else for. */
@Injectable()
class Checked implements PipeTransform {
  constructor(@Inject('RULES') private readonly rules: ZodType) {}

  transform(given: unknown) {
    const { success, data } = this.rules.safeParse(given);
    if (!success) throw new UnprocessableEntityException('not so');
    return data;
  }
}

@Injectable()
class Keeper implements CanActivate {
  @Inject('KEY') private readonly key!: string;

  canActivate(context: ExecutionContext) {
    if (context.switchToHttp().getRequest().headers[this.key] !== 'open') throw new ForbiddenException();
    return true;
  }
}

@Injectable()
class Stock {
  constructor(@Inject('SHELF') private readonly shelf: object) {}

  list() {
    return this.shelf;
  }
}

/** One class that two modules list: each has one of its own. */
function room(path: string, shelf: object, rules: ZodType) {
  @Controller(path)
  class Room {
    constructor(private readonly stock: Stock) {}

    @Get()
    list() {
      return this.stock.list();
    }

    @Post()
    add(@Body(Checked) thing: unknown) {
      return { path, thing };
    }
  }
  return {
    module: class Part {},
    controllers: [Room],
    providers: [Stock, { provide: 'SHELF', useValue: shelf }, { provide: 'RULES', useFactory: (made: ZodType) => made, inject: ['MADE'] }, { provide: 'MADE', useValue: rules }],
  };
}

/** Exports what those that import it have. */
@Module({ providers: [{ provide: 'KEY', useValue: 'x-cellar' }], exports: ['KEY'] })
class CellarKeys {}

@Global()
@Module({ providers: [{ provide: 'KEY', useValue: 'x-house' }], exports: ['KEY'] })
class HouseKeys {}

@UseGuards(Keeper)
@Controller('cellar')
class Cellar {
  @Get()
  look() {
    return 'dark';
  }
}

@Module({ imports: [CellarKeys], controllers: [Cellar] })
class CellarModule {}

@UseGuards(Keeper)
@Controller('attic')
class Attic {
  @Get()
  look() {
    return 'light';
  }
}

@Module({ controllers: [Attic] })
class AtticModule {}

@Module({
  imports: [
    room('apples', { apples: 3 }, z.object({ sort: z.string() })),
    room('books', { books: ['one'] }, z.object({ title: z.string().min(1), pages: z.number() })),
    HouseKeys,
    CellarModule,
    AtticModule,
  ],
})
class House {}

const house = await NestFactory.create(House);
await house.listen(3000);
