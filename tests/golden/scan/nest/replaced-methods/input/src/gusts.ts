import { Controller, Get, UseGuards } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { Timed } from './timing';

@Controller('gusts')
export class Gusts {
  @Get('latest')
  @UseGuards(AuthGuard('jwt'))
  @Timed()
  latest() { return { knots: 12 }; }

  @Get()
  all() { return []; }
}
