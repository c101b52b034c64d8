// A strategy that the program writes itself is given `verify` by `PassportStrategy`, and says in `authenticate` what it looks for.
import { Controller, Get, Injectable, Module, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import session from 'express-session';
import { Strategy } from 'passport';
import { Strategy as Plain } from 'passport-strategy';
import { foremanOf, lorryOf } from 'quarry-books';

type Verify = (found: unknown, request: unknown, done: (error: Error | null, user?: object | false) => void) => void;

/** The login in the session, under a member that it is told. */
class FromSession extends Strategy {
  public name: string;
  private _key: string;
  private _verify: Verify;
  constructor(options?: { key?: string } | Verify, verify?: Verify) {
    if (typeof options === 'function') {
      verify = options;
      options = undefined;
    }
    super();
    this.name = 'foreman';
    this._key = options?.key || 'passport';
    this._verify = verify!;
  }
  authenticate(request: any): void {
    if (!request.session) return this.error(new Error('No session'));
    const { success, fail, _key, _verify } = this as any;
    const login = request.session?.[_key]?.user;
    if (!login) return fail('Nobody');
    _verify(login, request, (error: Error | null, user?: object | false) => {
      if (error) return fail(error);
      if (!user) fail('Nobody any longer');
      else success(user);
    });
  }
}

/** A header, as the options say. */
class FromHeader extends Plain {
  public name = 'lorry';
  constructor(private options: { header: string }, private verify: Verify) {
    super();
  }
  authenticate(request: any): void {
    const plate = request.headers[this.options.header];
    if (!plate) return this.fail('No plate');
    this.verify(plate, request, (error, user) => (error ? this.error(error) : user ? this.success(user) : this.fail('No such lorry')));
  }
}

@Injectable()
class ForemanStrategy extends PassportStrategy(FromSession) {
  constructor() {
    super();
  }
  async validate(login: { id: string }): Promise<{ crew: string }> {
    const foreman = await foremanOf(login.id);
    if (!foreman) throw new UnauthorizedException();
    return { crew: foreman.crew };
  }
}

@Injectable()
class LorryStrategy extends PassportStrategy(FromHeader) {
  constructor() {
    super({ header: 'x-plate' });
  }
  validate(plate: string): Promise<object | null> {
    return lorryOf(plate);
  }
}

/** The same under another name. */
@Injectable()
class TrailerStrategy extends PassportStrategy(FromHeader, 'trailer') {
  constructor() {
    super({ header: 'x-trailer' });
  }
  validate(plate: string): Promise<object | null> {
    return lorryOf(plate);
  }
}

@Controller('pit')
class PitController {
  @Get('crew')
  @UseGuards(AuthGuard('foreman'))
  crew(): { open: boolean } {
    return { open: true };
  }

  @Get('scales')
  @UseGuards(AuthGuard('lorry'))
  scales(): { open: boolean } {
    return { open: true };
  }

  @Get('ramp')
  @UseGuards(AuthGuard('trailer'))
  ramp(): { open: boolean } {
    return { open: true };
  }

  @Get('gate')
  @UseGuards(AuthGuard(['foreman', 'lorry']))
  gate(): { open: boolean } {
    return { open: true };
  }
}

@Module({
  imports: [PassportModule.register({ session: true })],
  controllers: [PitController],
  providers: [ForemanStrategy, LorryStrategy, TrailerStrategy],
})
class Quarry {}

async function start(): Promise<void> {
  const app = await NestFactory.create(Quarry);
  app.use(session({ name: 'quarry.sid', secret: 'for the tests' }));
  await app.listen(3000);
}
void start();
