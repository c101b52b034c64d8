import { Body, CanActivate, Controller, ExecutionContext, Injectable, Module, Post, Put, Req, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

// Wraps what the client sends, and puts who it is beside it.
@Injectable()
class WrappingGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    const badge = request.headers.authorization;
    if (!badge) throw new UnauthorizedException();
    request.body = { order: { ...request.body }, baker: { name: badge.slice(7) } };
    return true;
  }
}

// Adds a member to it.
@Injectable()
class AddingGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    if (!request.headers.authorization) throw new UnauthorizedException();
    request.body.baker = request.headers.authorization.slice(7);
    return true;
  }
}

interface Wrapped { order: { loaf: string; count: number }; baker: { name: string } }

@Controller('loaves')
class LoavesController {
  @UseGuards(WrappingGuard) @Post() bake(@Body() body: Wrapped) { return { loaf: body.order.loaf, count: body.order.count, by: body.baker.name }; }
  @UseGuards(WrappingGuard) @Put() again(@Body('order') order: { loaf: string }, @Body('baker') baker: { name: string }) { return { loaf: order.loaf, by: baker.name }; }
  @UseGuards(WrappingGuard) @Post('raw') raw(@Req() request: any) { const { order, baker } = request.body; return { loaf: order.loaf, by: baker.name }; }
  @UseGuards(AddingGuard) @Post('added') added(@Body() body: { loaf: string; baker: string }) { return { loaf: body.loaf, by: body.baker }; }
  // Nobody puts anything together here.
  @Post('plain') plain(@Body() body: { order: string }) { return { order: body.order }; }
}

@Module({ controllers: [LoavesController] })
class BakeryModule {}

void NestFactory.create(BakeryModule).then((bakery) => bakery.listen(1));
