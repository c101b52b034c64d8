import {
  Body, CanActivate, ConflictException, Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, NotFoundException, Param, Post,
  UnauthorizedException, UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PrismaClient } from '@prisma/client';
import Redis from 'ioredis';
import { Berths } from './berths';

// Works long for those who come for the first time, and refuses in front of that and behind it.
@Injectable()
export class CaptainGuard implements CanActivate {
  constructor(private readonly prisma: PrismaClient, private readonly berths: Berths) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const token = request.headers['x-captain'];
    if (!token) throw new ForbiddenException('Who is the captain?');
    const captain = request.headers['x-fleet'] ? await this.captain(token, request.headers['x-fleet']) : await this.captain(token);
    if (!captain.isActive) throw new UnauthorizedException('This captain has retired');
    request.captain = captain;
    return true;
  }
  private async captain(token: string, fleet = 'home') {
    const captain = await this.prisma.captain.findUnique({ where: { token, fleet } });
    if (!captain) throw new NotFoundException();
    let harbour = await this.prisma.harbour.findFirst({ where: { ownerId: captain.id } });
    if (!harbour) harbour = await this.berths.layOut(captain);
    return { ...captain, harbour };
  }
}

// The same without waiting: what it gives decides nothing here.
@Injectable()
export class PilotGuard implements CanActivate {
  constructor(private readonly berths: Berths) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const badge = request.headers['x-pilot'];
    if (!badge) throw new ForbiddenException();
    request.harbour = await this.berths.layOut({ id: badge });
    if (request.method === 'POST' && !request.headers['x-permit']) throw new UnauthorizedException('No permit');
    return true;
  }
}

@Controller('ships')
@UseGuards(CaptainGuard)
class ShipsController {
  @Get() list() {
    return [{ id: 1 }];
  }
}

@Controller('pilots')
@UseGuards(PilotGuard)
class PilotsController {
  @Get() list() {
    return [{ id: 1 }];
  }
  @Post() add(@Body() pilot: { name: string }) {
    return { name: pilot.name };
  }
}

@Controller('harbours')
class HarboursController {
  constructor(private readonly prisma: PrismaClient, private readonly berths: Berths) {}
  // What follows the long work is seen: a refusal, and what is answered.
  @Post(':id/berths') async lay(@Param('id') id: string, @Body() body: { name: string }) {
    const known = await this.prisma.harbour.findUnique({ where: { id } });
    if (!known) throw new NotFoundException('No such harbour');
    await this.berths.layOut({ id });
    const named = await this.prisma.harbour.findFirst({ where: { name: body.name } });
    if (named) throw new ConflictException('There is one of that name');
    return { laid: true, name: body.name };
  }
  // Works long on its own: what it answers in the end is not seen, and that is said.
  @Get(':id/tides') async tides(@Param('id') id: string) { //~ project/cut-short
    if (id === 'none') throw new NotFoundException('No tides');
    const tides: Record<string, number> = {};
    for (let day = 0; day < 4000; day++) for (let hour = 0; hour < 24; hour++) tides[`${day}-${hour}`] = (day * 24 + hour) % 13;
    if (!tides[id]) throw new ConflictException('Between two tides');
    return { id, tides };
  }
}

@Module({
  controllers: [ShipsController, PilotsController, HarboursController],
  providers: [PrismaClient, Redis, Berths, CaptainGuard, PilotGuard],
})
class HarbourModule {}

async function bootstrap() {
  const app = await NestFactory.create(HarbourModule);
  await app.listen(3000);
}
bootstrap();
