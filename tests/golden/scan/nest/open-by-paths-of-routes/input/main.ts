import { Body, CanActivate, Controller, Delete, ExecutionContext, Get, Injectable, Module, Param, Post, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import { pathToRegexp } from 'path-to-regexp';

abstract class TicketGuard implements CanActivate {
  constructor(protected readonly tickets: JwtService) {}
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    if (this.isOpen(request)) return true;
    const [, ticket] = request.headers.authorization?.split(' ') ?? [];
    if (!ticket) throw new UnauthorizedException();
    request.traveller = this.tickets.verify(ticket);
    return true;
  }
  abstract isOpen(request: any): boolean;
}

// The path of the route as it is written, with its parameter.
const OPEN = [
  { path: '/quays/:quay', method: 'GET' },
  { path: '/quays/search', method: 'POST' },
];
@Injectable()
class RouteGuard extends TicketGuard {
  isOpen(request: any): boolean {
    return OPEN.some(({ path, method }) => path === request.route.path && method === request.method);
  }
}

// The same by where it is in the list.
@Injectable()
class ListGuard extends TicketGuard {
  isOpen({ route }: any): boolean {
    return ['/boats/:boat', '/boats'].indexOf(route.path) > -1;
  }
}

// The address of the request is none that has a colon in it.
@Injectable()
class AddressGuard extends TicketGuard {
  isOpen(request: any): boolean {
    return ['/crews/:crew', '/crews'].includes(request.path);
  }
}

// Expressions that are made of paths; the method is asked in front of them.
@Injectable()
class PatternGuard extends TicketGuard {
  private readonly open: { path: string; method?: string }[] = [{ path: '/decks/:deck', method: 'GET' }, { path: '/decks' }];
  isOpen(request: any): boolean {
    const at = this.open.findIndex((each) => {
      if (!each.method || request.method.toUpperCase() === each.method) return !!pathToRegexp(each.path).exec(request.route.path);
      return false;
    });
    return at > -1;
  }
}

// What has more in it than names is not known: nobody is spared for that.
@Injectable()
class UnknownGuard extends TicketGuard {
  isOpen(request: any): boolean {
    return /^\/holds$/.exec(request.url) !== null || pathToRegexp('/holds/(\\d+)').test(request.url);
  }
}

@Controller('quays')
@UseGuards(RouteGuard)
class QuaysController {
  @Get(':quay') one(@Param('quay') quay: string) { return { quay }; }
  @Delete(':quay') close(@Param('quay') quay: string) { return { quay }; }
  @Post('search') search(@Body() by: { name: string }) { return [by.name]; }
  @Get(':quay/boats') boats(@Param('quay') quay: string) { return [quay]; }
}

@Controller('boats')
@UseGuards(ListGuard)
class BoatsController {
  @Get() all() { return [{ seats: 4 }]; }
  @Get(':boat') one(@Param('boat') boat: string) { return { boat }; }
  @Post(':boat/leave') leave(@Param('boat') boat: string) { return { boat }; }
}

@Controller('crews')
@UseGuards(AddressGuard)
class CrewsController {
  @Get() all() { return [{ heads: 4 }]; }
  @Get(':crew') one(@Param('crew') crew: string) { return { crew }; }
}

@Controller('decks')
@UseGuards(PatternGuard)
class DecksController {
  @Get() all() { return [{ planks: 4 }]; }
  @Post() lay() { return { laid: true }; }
  @Get(':deck') one(@Param('deck') deck: string) { return { deck }; }
  @Delete(':deck') strip(@Param('deck') deck: string) { return { deck }; }
  @Get(':deck/planks') planks(@Param('deck') deck: string) { return [deck]; }
}

@Controller('holds')
@UseGuards(UnknownGuard)
class HoldsController {
  @Get() all() { return [{ barrels: 4 }]; }
  @Post('fill') fill() { return { filled: true }; }
}

@Module({ controllers: [QuaysController, BoatsController, CrewsController, DecksController, HoldsController], providers: [JwtService] })
class FerryModule {}

void NestFactory.create(FerryModule).then((ferry) => ferry.listen(1));
