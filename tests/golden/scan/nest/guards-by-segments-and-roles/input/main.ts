import { CanActivate, Controller, ExecutionContext, Get, Injectable, MiddlewareConsumer, Module, NestMiddleware, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { InjectRepository } from '@nestjs/typeorm';
import { NextFunction, Request, Response } from 'express';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Column, Entity, PrimaryGeneratedColumn, Repository } from 'typeorm';

enum Rank { MATE = 'mate' }

@Entity()
class Sailor {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'enum', enum: Rank, array: true, default: [] }) ranks: Rank[];
}

@Injectable()
class SailorStrategy extends PassportStrategy(Strategy) {
  constructor(@InjectRepository(Sailor) private readonly sailors: Repository<Sailor>) {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'x' });
  }
  async validate(pass: { sub: number }) {
    const sailor = await this.sailors.findOneBy({ id: pass.sub });
    if (!sailor) throw new UnauthorizedException();
    return { ...pass, ranks: sailor.ranks };
  }
}

/** Lets through what has one of these words between its slashes. */
@Injectable()
class GangwayMiddleware implements NestMiddleware {
  use(request: Request, _response: Response, next: NextFunction) {
    if (['timetable', 'weather'].some((word) => request.originalUrl.split('/').includes(word))) return next();
    const ticket = request.headers.authorization;
    if (!ticket) throw new UnauthorizedException('No ticket');
    next();
  }
}

const Ranks = Reflector.createDecorator<Rank[]>();

/** Whoever has no rank at all has none of those that are asked for. */
@Injectable()
class RankGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext) {
    const ranks = this.reflector.get(Ranks, context.getHandler());
    if (!ranks) return true;
    const user = context.switchToHttp().getRequest().user as { ranks: Rank[] };
    return ranks.some((rank) => user.ranks.includes(rank));
  }
}

@Controller('timetable')
class TimetableController { @Get() all() { return { at: 'noon' }; } }
@Controller('timetables')
class ArchiveController { @Get() all() { return { at: 'noon' }; } }
@Controller('deck')
class DeckController { @Get('weather/:day') one() { return { wind: 3 }; } @Get() deck() { return { wind: 3 }; } }
@Module({ controllers: [TimetableController, ArchiveController, DeckController] })
class PublicModule {
  configure(consumer: MiddlewareConsumer) { consumer.apply(GangwayMiddleware).forRoutes(TimetableController, ArchiveController, DeckController); }
}

@Controller('bridge')
@UseGuards(AuthGuard('jwt'), RankGuard)
class BridgeController {
  @Get('log') @Ranks([Rank.MATE]) log() { return { line: 1 }; }
  @Get('view') view() { return { line: 1 }; }
}

@Module({ imports: [PublicModule], controllers: [BridgeController], providers: [SailorStrategy] })
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(3000));
