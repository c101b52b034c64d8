import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { EventController } from './event.controller';
import { EventSchema, Hymn, HymnSchema } from './event';

// `Event` is the runtime's here, of the same name.
@Module({
  imports: [
    MongooseModule.forRoot('mongodb://hall/parish'),
    MongooseModule.forFeature([
      { name: Event.name, schema: EventSchema },
      { name: Hymn.name, schema: HymnSchema },
    ]),
  ],
  controllers: [EventController],
})
class ParishModule {}

void NestFactory.create(ParishModule).then((app) => app.listen(3000));
