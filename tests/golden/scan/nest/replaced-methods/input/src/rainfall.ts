import { Controller, Delete, Get, Param } from '@nestjs/common';
import { TimedClass } from './timing';

@TimedClass()
@Controller('rainfall')
export class Rainfall {
  @Get('total')
  total() { return { millimetres: 3 }; }

  @Delete(':day')
  async forget(@Param('day') day: string) { return { day }; }
}
