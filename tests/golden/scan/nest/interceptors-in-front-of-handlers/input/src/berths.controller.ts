import { Body, ConflictException, Controller, Get, NotFoundException, Param, Post, Req, UseInterceptors } from '@nestjs/common';
import { Harbours, Remembered, Warmed } from './interceptors';

class BookingDto {
  ship: string;
  nights: number;
}

@Controller('berths')
export class BerthsController {
  @Post()
  @UseInterceptors(Harbours)
  book(@Req() request: any, @Body() booking: BookingDto) {
    if (booking.nights > 30) throw new ConflictException('too long');
    return { harbour: request.harbour.name, berths: request.harbour.berths, ship: booking.ship };
  }

  @Get('at/:harbour')
  @UseInterceptors(Remembered)
  at(@Param('harbour') harbour: string) {
    if (harbour === 'nowhere') throw new NotFoundException();
    return { harbour, free: 3 };
  }

  @Get()
  @UseInterceptors(Warmed)
  all() {
    return [{ berth: 1, free: true }];
  }
}
