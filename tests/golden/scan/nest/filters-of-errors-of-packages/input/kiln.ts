import { ArgumentsHost, Body, CanActivate, Catch, Controller, Delete, ExceptionFilter, ExecutionContext, Get, HttpStatus, Module, Param, Patch, Post, UseFilters, UseGuards } from '@nestjs/common';
import { BaseExceptionFilter, NestFactory } from '@nestjs/core';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import { Prisma, PrismaClient } from '@prisma/client';
import * as jwt from 'jsonwebtoken';

// Each error of a query is of the class that the package exports, and has a code of its own.
@Catch(Prisma.PrismaClientKnownRequestError)
class StoreFilter extends BaseExceptionFilter {
  catch(error: Prisma.PrismaClientKnownRequestError, host: ArgumentsHost) {
    const reply = host.switchToHttp().getResponse();
    switch (error.code) {
      case 'P2002': return reply.status(HttpStatus.CONFLICT).json({ taken: error.meta.target });
      case 'P2025': return reply.status(HttpStatus.NOT_FOUND).json({ gone: true });
      case 'P2003': return reply.status(HttpStatus.UNPROCESSABLE_ENTITY).json({ bound: true });
      default: super.catch(error, host);
    }
  }
}
// The one named last is asked first: an expired token is a wrong one as well.
@Catch(jwt.JsonWebTokenError)
class TokenFilter implements ExceptionFilter {
  catch(_error: jwt.JsonWebTokenError, host: ArgumentsHost) { host.switchToHttp().getResponse().status(401).json({ token: 'wrong' }); }
}
@Catch(TokenExpiredError)
class LateFilter implements ExceptionFilter {
  catch(error: TokenExpiredError, host: ArgumentsHost) { host.switchToHttp().getResponse().status(419).json({ since: error.expiredAt }); }
}
class StampGuard implements CanActivate {
  canActivate(context: ExecutionContext) { jwt.verify(context.switchToHttp().getRequest().headers['x-stamp'], process.env.STAMP!); return true; }
}

@Controller('potters')
class PottersController {
  constructor(private readonly store: PrismaClient) {}
  @Get(':id') one(@Param('id') id: string) { return this.store.potter.findUniqueOrThrow({ where: { id: +id } }); }
  @Post() async make(@Body() body: { stamp: string }) { return { id: (await this.store.potter.create({ data: { stamp: body.stamp } })).id }; }
  // The potter of a vase cannot leave.
  @Delete(':id') leave(@Param('id') id: string) { return this.store.potter.delete({ where: { id: +id } }); }
}
@Controller('vases')
class VasesController {
  constructor(private readonly store: PrismaClient) {}
  // Who made it may not be there; the place on the shelf may be another one's.
  @Post() make(@Body() body: { shelf: number; slot: number; potterId: number }) { return this.store.vase.create({ data: { shelf: body.shelf, slot: body.slot, potterId: body.potterId } }); }
  // It may only be not there itself.
  @Patch(':id') turn(@Param('id') id: string, @Body() body: { potterId: number }) { return this.store.vase.update({ where: { id: +id }, data: { shards: { set: [] } } }); }
  // Its shards go with it.
  @Delete(':id') drop(@Param('id') id: string) { return this.store.vase.delete({ where: { id: +id } }); }
  @Get() all() { return this.store.vase.findMany({ select: { slot: true } }); }
}
@Controller('stamps') @UseFilters(TokenFilter, LateFilter)
class StampsController {
  constructor(private readonly tokens: JwtService) {}
  @Get() @UseGuards(StampGuard) all() { return { stamps: 3 }; }
  @Get(':token') async look(@Param('token') token: string) { await this.tokens.verifyAsync(token); return { fine: true }; }
}

@Module({ controllers: [PottersController, VasesController, StampsController], providers: [PrismaClient, JwtService] })
class KilnModule {}
async function fire() {
  const app = await NestFactory.create(KilnModule);
  app.useGlobalFilters(new StoreFilter());
  await app.listen(1);
}
void fire();
