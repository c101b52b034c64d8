import { CallHandler, ClassSerializerInterceptor, Controller, ExecutionContext, Get, Module, NestInterceptor, SerializeOptions, UseInterceptors } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { Exclude, Expose, plainToClass, plainToInstance, Transform, Type } from 'class-transformer';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { fetchBarrels } from 'cellar-client';
import { map } from 'rxjs/operators';

class CooperView {
  @Expose() name: string;
  secret: string;
}

/** Has nothing but what it exposes. */
class BarrelView {
  @Expose() id: number;
  @Expose({ name: 'wood' }) timber: string;
  @Expose() @Type(() => CooperView) cooper: CooperView;
  @Expose() @Transform(({ obj }) => obj.litres * 2) pints: number;
  @Expose({ groups: ['owner'] }) price: number;
  cellar: string;
}

class Hoop { width: number; @Exclude() alloy: string; }

class LabelView extends OmitType(BarrelView, ['cooper', 'pints'] as const) { @Expose() cellar: string; }
class NameView extends PickType(CooperView, ['name'] as const) {}
class WholeView extends PartialType(IntersectionType(NameView, PickType(BarrelView, ['id']))) {}
class ThinHoop extends OmitType(Hoop, []) {}

const barrel = { id: 1, wood: 'oak', litres: 220, price: 900, cellar: 'north', cooper: { name: 'Ines', secret: 's' } };

class ViewInterceptor implements NestInterceptor {
  constructor(private readonly view: new () => object) {}
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data) => plainToInstance(this.view, data, { excludeExtraneousValues: true })));
  }
}

/** Makes objects of a class first, as what a database gives has none. */
const serializerOf = (made: new () => object) => class extends ClassSerializerInterceptor {
  private prepare(given: any): any { return Array.isArray(given) ? given.map((each) => plainToClass(made, each)) : plainToClass(made, given); }
  serialize(given: any, options: any) { return super.serialize(this.prepare(given), options); }
};

class PlainSerializer extends ClassSerializerInterceptor {}

@Controller('barrels')
class BarrelsController {
  @Get('one') one() { return plainToInstance(BarrelView, barrel, { excludeExtraneousValues: true }); }
  @Get('owned') owned() { return plainToInstance(BarrelView, barrel, { excludeExtraneousValues: true, groups: ['owner'] }); }
  @Get('all') @UseInterceptors(new ViewInterceptor(BarrelView)) all() { return [barrel]; }
  @Get('label') label() { return plainToInstance(LabelView, barrel, { excludeExtraneousValues: true }); }
  @Get('name') name() { return plainToInstance(NameView, barrel.cooper, { excludeExtraneousValues: true }); }
  @Get('whole') whole() { return plainToInstance(WholeView, { name: 'Ines', id: 1, wood: 'oak' }, { excludeExtraneousValues: true }); }
  @Get('thin') @UseInterceptors(ClassSerializerInterceptor) thin() { return Object.assign(new ThinHoop(), { width: 3, alloy: 'tin' }); }
  // One or many: nobody knows what the package gives.
  @Get('fetched') @UseInterceptors(new ViewInterceptor(CooperView)) async fetched() { return fetchBarrels(); }
  @Get('hoops') @UseInterceptors(ClassSerializerInterceptor) hoops() { return plainToClass(Hoop, [{ width: 3, alloy: 'tin' }]); }
  @Get('stated') @UseInterceptors(ClassSerializerInterceptor) @SerializeOptions({ type: Hoop }) stated() { return { width: 3, alloy: 'tin' }; }
  @Get('prepared') @UseInterceptors(serializerOf(Hoop)) prepared() { return [{ width: 3, alloy: 'tin' }]; }
  @Get('extended') @UseInterceptors(PlainSerializer) extended() { return plainToClass(Hoop, { width: 3, alloy: 'tin' }); }
  @Get('strict') @UseInterceptors(new ClassSerializerInterceptor(new Reflector(), { strategy: 'excludeAll' })) strict() { return Object.assign(new CooperView(), { name: 'Ines', secret: 's' }); }
}

@Module({ controllers: [BarrelsController] }) class CellarModule {}

void NestFactory.create(CellarModule).then((cellar) => cellar.listen(1));
