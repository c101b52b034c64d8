import { Controller, Delete, Get, Injectable, Module, NotFoundException, Param, ParseIntPipe, Req, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { PrismaClient } from '@prisma/client';
import { ExtractJwt, Strategy } from 'passport-jwt';

@Injectable()
class Store extends PrismaClient {}

// A claim that goes by another name on the request.
@Injectable()
class TicketStrategy extends PassportStrategy(Strategy) {
  constructor() { super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'peg' }); }
  async validate(payload: { sub: number; hall: string }) { return { guest: payload.sub, hall: payload.hall }; }
}

@Injectable()
class Coats {
  constructor(private readonly store: Store) {}
  async one(id: number, guestId: number) {
    const coat = await this.store.coat.findFirst({ where: { id, guestId } });
    if (!coat) throw new NotFoundException('no such coat');
    return coat;
  }
  async fetch(id: number, guestId: number) {
    await this.one(id, guestId);
    return this.store.coat.delete({ where: { id } });
  }
  all(guestId: number) { return this.store.coat.findMany({ where: { guestId } }); }
  anyones(id: number) { return this.store.coat.findUnique({ where: { id } }); }
}

@Controller('coats')
@UseGuards(AuthGuard('jwt'))
class CoatsController {
  constructor(private readonly coats: Coats) {}
  @Get() all(@Req() request) { return this.coats.all(request.user.guest); }
  @Get(':id') one(@Req() request, @Param('id', ParseIntPipe) id: number) { return this.coats.one(id, request.user.guest); }
  @Delete(':id') fetch(@Req() request, @Param('id', ParseIntPipe) id: number) { return this.coats.fetch(id, request.user.guest); }
  @Get(':id/colour') anyones(@Param('id', ParseIntPipe) id: number) { return this.coats.anyones(id); }
}

@Module({ controllers: [CoatsController], providers: [Coats, Store, TicketStrategy] })
class CloakroomModule {}
void NestFactory.create(CloakroomModule).then((room) => room.listen(3000));
