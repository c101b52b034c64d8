import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-strategy';
import { keepers } from './keepers';

type Verify = (...given: any[]) => void;

// The word in front of what is sent says what it is: a name and a password.
export class NameAndPassword extends Strategy {
  private readonly verify: Verify;
  constructor(options: object, verify: Verify) {
    super();
    this.verify = verify;
  }
  authenticate(request: any): void {
    const authorization: string | undefined = request?.headers?.authorization;
    if (!authorization) return this.fail('Basic realm="granary"', 401);
    const parts = authorization.split(' ');
    if (parts.length !== 2) return this.fail(400);
    if (!/^Basic$/i.test(parts[0])) return this.fail('Basic realm="granary"', 401);
    const [name, password] = Buffer.from(parts[1], 'base64').toString().split(':');
    this.verify(name, password, (error: unknown, user: unknown) => (error ? this.error(error as Error) : user ? this.success(user) : this.fail(401)));
  }
}

export class Plain extends Strategy {
  private readonly verify: Verify;
  constructor(options: object, verify: Verify) {
    super();
    this.verify = verify;
  }
  authenticate(request: any): void {
    const given: string = request.headers.authorization ?? '';
    if (!given.startsWith('Basic ')) return this.fail(401);
    this.verify(given.slice(6), (error: unknown, user: unknown) => (user ? this.success(user) : this.fail(401)));
  }
}

// Another word is that of a token.
export class Sealed extends Strategy {
  private readonly verify: Verify;
  constructor(options: object, verify: Verify) {
    super();
    this.verify = verify;
  }
  authenticate(request: any): void {
    const given: string = request.headers.authorization ?? '';
    if (!given.startsWith('Bearer ')) return this.fail(401);
    this.verify(given.slice(7), (error: unknown, user: unknown) => (user ? this.success(user) : this.fail(401)));
  }
}

@Injectable()
export class BasicStrategy extends PassportStrategy(NameAndPassword, 'names') {
  constructor() { super({}); }
  async validate(name: string, password: string) { return keepers.find(name, password); }
}

@Injectable()
export class PlainStrategy extends PassportStrategy(Plain, 'plain') {
  constructor() { super({}); }
  async validate(given: string) { return keepers.find(given, ''); }
}

@Injectable()
export class SealedStrategy extends PassportStrategy(Sealed, 'sealed') {
  constructor() { super({}); }
  async validate(token: string) { return keepers.find(token, ''); }
}
