import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';
import { Event, Hymn } from './event';

@Controller()
export class EventController {
  constructor(
    @InjectModel(Event.name) private readonly events: Model<Event>,
    @InjectModel(Hymn.name) private readonly hymns: Model<Hymn>,
  ) {}

  @Get('events') all() {
    return this.events.find().exec();
  }
  @Post('events') plan(@Body() body: { title: string; starts: string }) {
    return this.events.create(body);
  }
  // The page is the request's own.
  @Get('hymns') async sung(@Query('page') page: string) {
    const [sung] = await this.hymns.aggregate([
      { $group: { _id: null, sung: { $sum: 1 } } },
      { $addFields: { page: Number(page), shelf: 4 } },
    ]);
    return sung;
  }
}
