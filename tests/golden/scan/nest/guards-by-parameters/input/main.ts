// A guard for all routes that compares a parameter of the path: routes without it are refused for other reasons only.
import { CanActivate, Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, Param, UnauthorizedException, UseGuards } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';

@Injectable()
class FarmGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    const farmer = request.headers['x-farmer'];
    if (!farmer) throw new UnauthorizedException();
    const { farm } = request.params;
    if (farm && farm !== farmer) throw new ForbiddenException('not your farm');
    return true;
  }
}

@Injectable()
class HerdGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    if (request.params.cow === undefined) return true;
    return request.params.cow.startsWith(request.headers['x-herd']);
  }
}

@Controller('farms')
class FarmController {
  @Get()
  list() {
    return [];
  }
  @Get(':farm')
  show(@Param('farm') farm: string) {
    return { farm };
  }
}

@UseGuards(HerdGuard)
@Controller('cows')
class CowController {
  @Get()
  list() {
    return [];
  }
  @Get(':cow')
  show(@Param('cow') cow: string) {
    return { cow };
  }
}

@Module({ controllers: [FarmController, CowController], providers: [{ provide: APP_GUARD, useClass: FarmGuard }] })
class DairyModule {}

void NestFactory.create(DairyModule).then((dairy) => dairy.listen(0));
