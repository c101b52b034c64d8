import { Controller, Get, Post } from '@nestjs/common';
import { Remembered } from './timing';

@Controller('sunshine')
export class Sunshine {
  @Post('hours')
  @Remembered()
  hours() { return { hours: 5 }; }

  @Get('index')
  index() { return { index: 2 }; }
}
