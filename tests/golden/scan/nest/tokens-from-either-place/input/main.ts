// Guards that take a token from one of two places, and refuse with 403 whoever has none: whether it is right another service knows.
import { type CanActivate, Controller, type ExecutionContext, Get, Inject, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientProxy, ClientsModule } from '@nestjs/microservices';
import cookieParser from 'cookie-parser';
import { catchError, map, of } from 'rxjs';

@Injectable()
class Pilot implements CanActivate {
  constructor(@Inject('PORT_AUTHORITY') private readonly authority: ClientProxy) {}

  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    const pass = request.cookies?.jwt || request.headers?.authentication;
    if (!pass) return false;
    return this.authority.send('pass', { pass }).pipe(
      map(() => true),
      catchError(() => of(false)),
    );
  }
}

@Injectable()
class Lookout implements CanActivate {
  constructor(@Inject('PORT_AUTHORITY') private readonly authority: ClientProxy) {}

  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    let pass = request.headers['x-auth-token'];
    if (!pass) pass = request.cookies['auth_token'];
    return pass ? this.authority.send<boolean>('seen', pass).toPromise() : false;
  }
}

// What it reads is no token, and one of the two is enough.
@Injectable()
class Flag implements CanActivate {
  canActivate(context: ExecutionContext) {
    const { headers, cookies } = context.switchToHttp().getRequest();
    return Boolean(headers['x-country'] || cookies.country);
  }
}

@Controller('berths')
class BerthController {
  @Get() @UseGuards(Pilot) all() {
    return [{ free: true }];
  }
  @Get('seen') @UseGuards(Lookout) seen() {
    return { seen: 3 };
  }
  @Get('flags') @UseGuards(Flag) flags() {
    return { flags: 12 };
  }
}

@Module({ imports: [ClientsModule.register([{ name: 'PORT_AUTHORITY' }])], controllers: [BerthController] })
class Harbour {}

async function open() {
  const harbour = await NestFactory.create(Harbour);
  harbour.use(cookieParser());
  await harbour.listen(3000);
}
void open();
