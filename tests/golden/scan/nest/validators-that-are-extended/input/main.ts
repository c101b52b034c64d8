// Classes that extend ValidationPipe: they tell it another class, validate some parts only, or make something else of what it refuses.
import {
  ArgumentMetadata, BadRequestException, Body, Controller, Injectable, Module, Param, Post, Put, Query, Type, UnprocessableEntityException, UsePipes,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, IsOptional, IsString, MinLength } from 'class-validator';

class Beam { @IsString() @MinLength(2) wood: string; @IsOptional() @IsInt() length?: number; }
class Search { @IsString() wood: string; }

@Injectable()
class TypedPipe extends ValidationPipe {
  constructor(private readonly types: { body?: Type<unknown>; query?: Type<unknown> }) { super({ whitelist: true }); }
  async transform(value: any, metadata: ArgumentMetadata) {
    const metatype = this.types[metadata.type];
    return super.transform(value, metatype ? { ...metadata, metatype } : metadata);
  }
}
class BodiesOnly extends ValidationPipe {
  transform(value: any, metadata: ArgumentMetadata) { return metadata.type === 'body' ? super.transform(value, metadata) : value; }
}
class Softened extends ValidationPipe {
  async transform(value: any, metadata: ArgumentMetadata) {
    try { return await super.transform(value, metadata); } catch (error) {
      if (error instanceof BadRequestException) throw new UnprocessableEntityException({ reasons: error.getResponse() });
      throw error;
    }
  }
}
class ByStatus extends ValidationPipe { constructor() { super({ errorHttpStatusCode: 422 }); } }
class ByFactory extends ValidationPipe {
  createExceptionFactory() { return (errors: unknown[] = []) => new UnprocessableEntityException({ count: errors.length }); }
}
class Bare extends ValidationPipe {}

function yard<Item>(item: Type<Item>, search: Type<unknown>): Type<any> {
  class Yard {
    @Post() @UsePipes(new TypedPipe({ body: item, query: search })) add(@Body() beam: Item, @Query() by: unknown) { return { beam }; }
  }
  return Yard;
}
@Controller('yard') class BeamYard extends yard(Beam, Search) {}

@Controller('saw')
class SawController {
  @Post('body') @UsePipes(BodiesOnly) body(@Body() beam: Beam) { return { wood: beam.wood }; }
  @Put('query') @UsePipes(BodiesOnly) query(@Query() by: Search) { return { wood: by.wood }; }
  @Post('softened') softened(@Body(Softened) beam: Beam) { return { wood: beam.wood }; }
  @Post('status') status(@Body(ByStatus) beam: Beam) { return { wood: beam.wood }; }
  @Post('factory') factory(@Body(new ByFactory()) beam: Beam) { return { wood: beam.wood }; }
  @Post('bare') bare(@Body(new Bare({ expectedType: Beam })) beam: any) { return { wood: beam.wood }; }
  @Post('class/:id') @UsePipes(ValidationPipe) byClass(@Param('id') id: string, @Body() beam: Beam) { return { wood: beam.wood }; }
}

@Module({ controllers: [BeamYard, SawController] }) class Timber {}
void NestFactory.create(Timber).then((app) => app.listen(4600));
