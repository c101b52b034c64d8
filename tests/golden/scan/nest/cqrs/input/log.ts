import { Body, ConflictException, Controller, Get, Injectable, Module, NotFoundException, Param, Patch, Post, Put, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CommandHandler, CqrsModule, EventBus, QueryBus, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { IsInt, IsString, Min, MinLength } from 'class-validator';

class Entry { @IsString() @MinLength(3) keeper!: string; @IsInt() @Min(1) lamps!: number; }
class Weather { @IsString() sky!: string; }
class Correction extends PartialType(Entry) {}
class Signature extends PickType(Entry, ['keeper'] as const) {}
class Report extends IntersectionType(OmitType(Entry, ['keeper'] as const), Weather) {}

class WriteEntry { constructor(readonly keeper: string, readonly lamps: number) {} }
class ReadEntry { constructor(readonly night: string) {} }
class Unheard { constructor(readonly night: string) {} }

@Injectable() class Shelf { find(night: string) { return { night, lamps: 2 }; } }

@CommandHandler(WriteEntry)
class WriteEntryHandler implements ICommandHandler<WriteEntry> {
  constructor(private readonly events: EventBus) {}
  async execute(command: WriteEntry) {
    if (command.lamps > 40) throw new ConflictException('too many lamps');
    this.events.publish({ written: command.keeper });
    return { keeper: command.keeper, written: true };
  }
}

@QueryHandler(ReadEntry)
class ReadEntryHandler implements IQueryHandler<ReadEntry> {
  constructor(private readonly shelf: Shelf) {}
  async execute(query: ReadEntry) {
    if (query.night === 'tonight') throw new NotFoundException('not written yet');
    return this.shelf.find(query.night);
  }
}

@Controller('entries')
class Entries {
  constructor(private readonly commands: CommandBus, private readonly queries: QueryBus) {}
  @Post() write(@Body() entry: Entry) { return this.commands.execute(new WriteEntry(entry.keeper, entry.lamps)); }
  @Get(':night') read(@Param('night') night: string) { return this.queries.execute(new ReadEntry(night)); }
  @Get(':night/rumours') rumours(@Param('night') night: string) { return this.queries.execute(new Unheard(night)); }
  @Patch(':night') correct(@Body() correction: Correction) { return { lamps: correction.lamps }; }
  @Put(':night/signature') sign(@Body() signature: Signature) { return { keeper: signature.keeper }; }
  @Put(':night/report') report(@Body() report: Report) { return report; }
}

@Module({ imports: [CqrsModule.forRoot()], controllers: [Entries], providers: [Shelf, WriteEntryHandler, ReadEntryHandler] })
class Tower {}

NestFactory.create(Tower).then((tower) => { tower.useGlobalPipes(new ValidationPipe()); return tower.listen(4060); });
