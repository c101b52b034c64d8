import { CanActivate, Controller, Delete, ExecutionContext, ForbiddenException, Get, Injectable, Module, Patch, Post, SetMetadata, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';

// A list beside how many of it are needed.
const Ranks = (ranks: string[], mode: 'any' | 'all' = 'any') => SetMetadata('ranks-needed', { roles: ranks, mode });
@Injectable()
class RanksGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const needed = this.reflector.getAllAndOverride<{ roles: string[]; mode: string }>('ranks-needed', [context.getHandler(), context.getClass()]);
    if (!needed) return true;
    const { roles, mode } = needed;
    const { user } = context.switchToHttp().getRequest();
    const has = (role: string) => user.ranks.includes(role);
    if (!(mode === 'all' ? roles.every(has) : roles.some(has))) throw new ForbiddenException();
    return true;
  }
}

// The one list of what is about permissions, whatever it is called there.
const Permits = (value: string | string[], logical = 'AND') => SetMetadata('permissions', { value: Array.isArray(value) ? value : [value], logical });
@Injectable()
class PermitsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const permits = this.reflector.get<{ value: string[]; logical: string }>('permissions', context.getHandler());
    const { user } = context.switchToHttp().getRequest();
    return !permits || permits.value.every((permit) => user.permits.includes(permit));
  }
}

// Two lists, and a text: each has a name that says so. Which field holds the boat is no right, nor is a role that is kept out.
interface Crewing {
  deckRoles?: string[];
  shoreRoles?: string[];
  minimumRole?: string;
  field?: string;
  excludedRoles?: string[];
}
const Crew = (crewing: Crewing) => SetMetadata('crew', crewing);
@Injectable()
class CrewGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const crewing = this.reflector.get<Crewing>('crew', context.getHandler());
    if (!crewing) return true;
    const { user, params } = context.switchToHttp().getRequest();
    if (crewing.excludedRoles?.includes(user.role)) throw new ForbiddenException('kept out');
    return user.ashore ? crewing.shoreRoles.includes(user.role) : crewing.deckRoles.includes(user.role) && params[crewing.field] === user.boat;
  }
}

// The guard of a strategy itself looks for what the decorator says.
const Papers = (...papers: string[]) => SetMetadata('roles', papers);
@Injectable()
class PapersGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }
  handleRequest(error: any, user: any, info: any, context: ExecutionContext): any {
    const papers = this.reflector.get<string[]>('roles', context.getHandler());
    if (error || !user) throw error ?? new ForbiddenException('who?');
    if (papers && !papers.includes(user.paper)) throw new ForbiddenException('no papers');
    return user;
  }
}

// Lists that are about something else: of two of them nobody knows which.
const Columns = (shown: string[]) => SetMetadata('columns', { shown, sort: 'asc' });
const Access = (paths: string[], fields: string[]) => SetMetadata('access', { paths, fields });
@Injectable()
class ColumnsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const columns = this.reflector.get<{ shown: string[] }>('columns', context.getHandler());
    const access = this.reflector.get<{ paths: string[] }>('access', context.getHandler());
    const { user } = context.switchToHttp().getRequest();
    if (columns && !user.sees) throw new ForbiddenException();
    return !access || user.sees;
  }
}

@Controller('boats')
@UseGuards(AuthGuard('jwt'), RanksGuard, PermitsGuard, CrewGuard, ColumnsGuard)
class BoatsController {
  @Get()
  all() {
    return [{ masts: 2 }];
  }
  @Ranks(['bosun', 'mate'])
  @Post()
  launch() {
    return { launched: true };
  }
  @Ranks(['captain', 'owner'], 'all')
  @Delete()
  sink() {
    return { sunk: true };
  }
  @Permits('boats:paint')
  @Patch()
  paint() {
    return { painted: true };
  }
  @Crew({ deckRoles: ['cook'], shoreRoles: ['clerk', 'agent'], minimumRole: 'hand', field: 'boat', excludedRoles: ['stowaway'] })
  @Get('log/:boat')
  log() {
    return { lines: 3 };
  }
  @Columns(['masts', 'length'])
  @Get('table')
  table() {
    return { rows: 1 };
  }
  @Access(['/a'], ['masts'])
  @Get('part')
  part() {
    return { part: 1 };
  }
}

@Controller('harbour')
@UseGuards(PapersGuard)
class HarbourController {
  @Papers('pilot')
  @Get()
  enter() {
    return { berth: 4 };
  }
  @Get('light')
  light() {
    return { on: true };
  }
}

@Module({ controllers: [BoatsController, HarbourController] })
class FleetModule {}

void NestFactory.create(FleetModule).then((fleet) => fleet.listen(1));
