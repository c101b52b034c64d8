import { type CanActivate, Controller, type ExecutionContext, Get, Injectable, Module, SetMetadata, UnauthorizedException } from '@nestjs/common';
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import cookieParser from 'cookie-parser';
import { MongoClient } from 'mongodb';

const Open = () => SetMetadata('open', true);

@Injectable()
class Visits {
  private readonly visits = new MongoClient(process.env.MONGO_URL!).db().collection('visits');
  find(id: string) {
    return this.visits.findOne({ id });
  }
}

// Whom it has found once it keeps as the session: no package opens one in front of it.
@Injectable()
class VisitGuard implements CanActivate {
  constructor(
    private readonly visits: Visits,
    private readonly reflector: Reflector,
  ) {}
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    const visit = await this.visitOf(request);
    if (this.reflector.get<boolean>('open', context.getHandler())) return true;
    if (!visit) throw new UnauthorizedException();
    return true;
  }
  private async visitOf(request: any) {
    if (request.session) return request.session;
    let id: string | undefined = request.cookies['museum_visit'];
    if (!id && request.headers.authorization) {
      const [kind, token] = request.headers.authorization.split(' ');
      id = kind === 'Bearer' ? token : undefined;
    }
    if (!id) return null;
    const visit = await this.visits.find(id);
    if (visit) request.session = visit;
    return visit;
  }
}

@Controller('halls')
class HallsController {
  @Get('closed')
  closed() {
    return { halls: 2 };
  }
  @Open()
  @Get('open')
  open() {
    return { halls: 7 };
  }
}

@Module({ controllers: [HallsController], providers: [Visits, { provide: APP_GUARD, useClass: VisitGuard }] })
class MuseumModule {}

async function start() {
  const museum = await NestFactory.create(MuseumModule);
  museum.use(cookieParser());
  await museum.listen(3000);
}
void start();
