// Where the guard that tells who the caller is lets everybody pass, those behind it find nobody: what they do with nobody is what they do there.
import { CanActivate, Controller, ExecutionContext, Get, Injectable, MiddlewareConsumer, Module, SetMetadata, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';

const Open = () => SetMetadata('open', true);

@Injectable()
class BadgeGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) { super(); }
  canActivate(context: ExecutionContext) {
    return this.reflector.getAllAndOverride<boolean>('open', [context.getHandler(), context.getClass()]) || super.canActivate(context);
  }
}
/** Nobody passes, and whoever is not locked out. */
@Injectable()
class LockedOutGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const { user } = context.switchToHttp().getRequest();
    return !user?.lockedOut;
  }
}
/** Nobody does not pass. */
@Injectable()
class SomebodyGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    if (!context.switchToHttp().getRequest().user) throw new UnauthorizedException();
    return true;
  }
}

@Controller('piers') @UseGuards(BadgeGuard, LockedOutGuard)
class PiersController {
  @Open() @Get('open') open() { return { pier: 1 }; }
  @Get('closed') closed() { return { pier: 2 }; }
  @Open() @UseGuards(SomebodyGuard) @Get('strict') strict() { return { pier: 3 }; }
}
/** The guard in front of the other one. */
@Controller('docks') @UseGuards(LockedOutGuard, BadgeGuard)
class DocksController { @Open() @Get('open') open() { return { dock: 1 }; } }
/** A middleware may have told who it is. */
@Controller('ferries') @UseGuards(BadgeGuard, LockedOutGuard)
class FerriesController { @Open() @Get('open') open() { return { ferry: 1 }; } }

@Module({ controllers: [PiersController, DocksController, FerriesController] })
class Quay {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply((req: any, res: any, next: () => void) => { req.user = lookUp(req.headers['x-ticket']); next(); }).forRoutes(FerriesController);
  }
}
declare function lookUp(ticket: string): { lockedOut: boolean };
void NestFactory.create(Quay).then((app) => app.listen(4600));
