// A guard that answers only that the server is not ready asks nobody for anything: its answer says nothing of who sends the request.
import {
  CanActivate,
  Controller,
  ExecutionContext,
  Get,
  Injectable,
  InternalServerErrorException,
  Module,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Keyring } from 'keyring';

let keyring: any;

// Nothing ever makes the ring: it always fails, before it looks at anything.
@Injectable()
class NeverReadyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (!keyring) throw new InternalServerErrorException('no keyring');
    request.boatman = request.headers.authorization ? await keyring.find(request.headers.authorization) : null;
    return true;
  }
}

// It may fail, and whoever has no key passes.
@Injectable()
class SometimesReadyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (!(await Keyring.ready())) throw new InternalServerErrorException('keyring is rusty');
    request.boatman = request.headers.authorization ? await Keyring.find(request.headers.authorization) : null;
    return true;
  }
}

// Fails as well, and asks: who has no key is refused.
@Injectable()
class AskingGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (!(await Keyring.ready())) throw new InternalServerErrorException('keyring is rusty');
    const boatman = await Keyring.find(request.headers.authorization);
    if (!boatman) throw new UnauthorizedException();
    return true;
  }
}

// Never ready, and it says so to those without a key as to all others: but it has asked for the key before.
@Injectable()
class LateGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { authorization } = context.switchToHttp().getRequest().headers;
    if (!authorization) throw new UnauthorizedException();
    if (!keyring) throw new InternalServerErrorException('no keyring');
    return true;
  }
}

@Controller('lock')
class LockController {
  @Get('never') @UseGuards(NeverReadyGuard) never() {
    return { open: false };
  }
  @Get('sometimes') @UseGuards(SometimesReadyGuard) sometimes() {
    return { open: true };
  }
  @Get('asking') @UseGuards(AskingGuard) asking() {
    return { open: true };
  }
  @Get('late') @UseGuards(LateGuard) late() {
    return { open: true };
  }
}

@Module({ controllers: [LockController] })
class LockModule {}

async function open() {
  const lock = await NestFactory.create(LockModule);
  await lock.listen(4900);
}
void open();
