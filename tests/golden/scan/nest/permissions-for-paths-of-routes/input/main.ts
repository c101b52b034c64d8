import { CanActivate, Controller, Delete, ExecutionContext, ForbiddenException, Get, Injectable, Module, NotFoundException, Param, Put, Req, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';

// Which routes somebody may use is kept with his role: what is compared with the route names no owner.
@Injectable()
class RoutesGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    const route = { path: request.route.path, method: request.method.toLowerCase() };
    if (!request.user?.role?.permissions) return false;
    return request.user.role.permissions.some((each) => each.path === route.path && each.method === route.method);
  }
}

// Nor does the address of the connection.
@Injectable()
class PlaceGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const known = await places.findOne({ name: request.params.id });
    if (known.address !== request.socket.remoteAddress) throw new ForbiddenException();
    return true;
  }
}

declare const places: { findOne(by: object): Promise<{ address: string; keeper: string }> };

@Controller('stalls')
@UseGuards(AuthGuard('jwt'))
class StallsController {
  @UseGuards(RoutesGuard)
  @Get(':id')
  one(@Param('id') id: string) {
    return { id };
  }
  @UseGuards(RoutesGuard)
  @Delete(':id')
  close(@Param('id') id: string) {
    return { id };
  }
  @UseGuards(PlaceGuard)
  @Get(':id/place')
  place(@Param('id') id: string) {
    return { id };
  }
  // Whose it is says the record.
  @UseGuards(RoutesGuard)
  @Put(':id')
  async move(@Param('id') id: string, @Req() request) {
    const stall = await places.findOne({ id });
    if (!stall) throw new NotFoundException();
    if (stall.keeper !== request.user.id) throw new ForbiddenException();
    return { id };
  }
}

@Module({ controllers: [StallsController] })
class MarketModule {}

void NestFactory.create(MarketModule).then((market) => market.listen(1));
