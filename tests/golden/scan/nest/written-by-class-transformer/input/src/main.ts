import { Body, ClassSerializerInterceptor, Controller, Get, Injectable, Module, NestInterceptor, ExecutionContext, CallHandler, Param, Post, SerializeOptions, UseInterceptors } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import { InjectRepository } from '@nestjs/typeorm';
import { classToPlain } from 'class-transformer';
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

@Controller('raw')
class RawController {
  @Get() visit() { return new Visit({ at: 'noon', guest: 'us', secret: 'x' }); }
}

@Module({ controllers: [GrapeController, VisitController, RawController], providers: [Reflector] })
class Vineyard {}

async function open() { const app = await NestFactory.create(Vineyard); await app.listen(3000); }
open();
