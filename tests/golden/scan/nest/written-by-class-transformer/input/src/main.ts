import { Body, ClassSerializerInterceptor, ValidationPipe, Controller, Get, Injectable, Module, NestInterceptor, ExecutionContext, CallHandler, Param, Post, SerializeOptions, UseInterceptors } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import { InjectRepository } from '@nestjs/typeorm';
import { classToPlain, Exclude } from 'class-transformer';
import { IsInt, IsString } from 'class-validator';
import { fetchCooper } from 'cooper-client';
import { map } from 'rxjs/operators';
import { Grape, GrapeRepository, Visit } from './grape';

@Injectable()
class PlainInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) { return next.handle().pipe(map((data) => classToPlain(data))); }
}

@Controller('grapes')
@UseInterceptors(ClassSerializerInterceptor)
class GrapeController {
  constructor(@InjectRepository(GrapeRepository) private readonly grapes: GrapeRepository) {}

  @Get() ripe() { return this.grapes.ripe(); }
  @Get('owned') @SerializeOptions({ groups: ['owner'] }) async owned() { return { grapes: await this.grapes.find(), total: 3 }; }
  // A POST answers 201, whatever its documentation says.
  @Post() @ApiOkResponse({ description: 'The new grape' }) add(@Body('name') name: string) { return this.grapes.save(this.grapes.create({ name })); }
}

@Controller('visits')
@UseInterceptors(PlainInterceptor)
class VisitController {
  @Get(':id') one(@Param('id') id: string) { return new Visit({ at: 'noon', guest: id, secret: 'x' }); }
  @Post() @ApiCreatedResponse({ description: 'Seen' }) @ApiOkResponse({ description: 'Never' }) note() { return [new Visit({ at: 'noon', guest: 'us', secret: 'x' })]; }
}

/** Its owner is set here: nobody sends one. A rank that a validator looks at comes in. */
class Barrel {
  @IsString() label: string;
  @Exclude() owner: string;
  @Exclude() @IsInt() rank: number;
  @Exclude({ toPlainOnly: true }) note: string;
}

/** Nobody knows the object, but its class says what is never written. */
class Cooper {
  name: string;
  @Exclude() wage: number;
  @Exclude({ toClassOnly: true }) town: string;
}

@Controller('barrels')
@UseInterceptors(ClassSerializerInterceptor)
class BarrelController {
  @Post() fill(@Body() barrel: Barrel) { barrel.owner = 'us'; return { label: barrel.label }; }
  @Get('cooper') async cooper(): Promise<Cooper> { return fetchCooper(); }
}

@Controller('raw')
class RawController {
  @Get() visit() { return new Visit({ at: 'noon', guest: 'us', secret: 'x' }); }
}

@Module({ controllers: [GrapeController, VisitController, RawController, BarrelController], providers: [Reflector] })
class Vineyard {}

async function open() { const app = await NestFactory.create(Vineyard); app.useGlobalPipes(new ValidationPipe({ transform: true })); await app.listen(3000); }
open();
