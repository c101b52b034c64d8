import {
  applyDecorators, CallHandler, CanActivate, Controller, ExecutionContext, Get, Injectable, Module, NestInterceptor, PipeTransform, Post, Query, SetMetadata, UseGuards, UseInterceptors, UsePipes,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory, Reflector } from '@nestjs/core';
import { trace } from './trace';

@Injectable() class GateGuard implements CanActivate { canActivate(context: ExecutionContext) { trace('GateGuard'); return context.switchToHttp().getRequest().method !== 'LINK'; } }
@Injectable() class DoorGuard implements CanActivate { canActivate(context: ExecutionContext) { trace('DoorGuard'); return Boolean(context.switchToHttp().getRequest().url); } }
class ChainGuard extends DoorGuard { override canActivate(context: ExecutionContext) { trace('ChainGuard'); return Boolean(context.switchToHttp().getRequest().url); } }
@Injectable()
class BadgeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext) {
    trace('BadgeGuard');
    const open = this.reflector.getAllAndOverride<boolean>('open', [context.getHandler(), context.getClass()]);
    if (open) return true;
    return Boolean(context.switchToHttp().getRequest().headers);
  }
}
const named = (name: string) => {
  @Injectable()
  class MixedGuard implements CanActivate { canActivate(context: ExecutionContext) { trace('MixedGuard'); return name !== context.switchToHttp().getRequest().url; } }
  return MixedGuard;
};
@Injectable() class ClockInterceptor implements NestInterceptor { intercept(_context: ExecutionContext, next: CallHandler) { trace('ClockInterceptor'); return next.handle(); } }
@Injectable() class PaintInterceptor implements NestInterceptor { intercept(_context: ExecutionContext, next: CallHandler) { trace('PaintInterceptor'); return next.handle(); } }
@Injectable() class WrapInterceptor implements NestInterceptor { intercept(_context: ExecutionContext, next: CallHandler) { trace('WrapInterceptor'); return next.handle(); } }
@Injectable() class TrimPipe implements PipeTransform { transform(value: unknown) { trace('TrimPipe'); return value; } }
@Injectable() class RoundPipe implements PipeTransform { transform(value: unknown) { trace('RoundPipe'); return value; } }
@Injectable() class FinalPipe implements PipeTransform { transform(value: unknown) { trace('FinalPipe'); return value; } }

const Open = () => SetMetadata('open', true);
const Locked = (...names: string[]) => applyDecorators(SetMetadata('names', names), UseGuards(ChainGuard), UseInterceptors(WrapInterceptor));
const Fetch = (path: string): MethodDecorator => (target, key, descriptor) => {
  Get(path)(target, key, descriptor as PropertyDescriptor);
  UseGuards(DoorGuard)(target, key, descriptor as PropertyDescriptor);
};

@Controller('vault')
@UseGuards(DoorGuard, named('vault'))
@UseInterceptors(PaintInterceptor)
@UsePipes(RoundPipe)
class VaultController {
  @Get() list(@Query('q') query: string) { return query ?? 'x'; }
  @Get('open') @Open() open(@Query('q') query: string) { return query ?? 'x'; }
  @UseGuards(BadgeGuard) @Get('guarded') @UseGuards(ChainGuard) guarded(@Query('q') query: string) { return query ?? 'x'; }
  @Post() @UseInterceptors(new WrapInterceptor(), ClockInterceptor) @UsePipes(new FinalPipe()) create(@Query('q') query: string) { return query ?? 'x'; }
}

@Controller('safe')
class SafeController {
  @Get() @Locked('a', 'b') list(@Query('q') query: string) { return query ?? 'x'; }
  @Fetch('fetched') fetched(@Query('q') query: string) { return query ?? 'x'; }
}

@UseGuards(ChainGuard)
@Controller('sub-vault')
class SubVaultController extends VaultController {}

@Module({
  controllers: [VaultController, SafeController, SubVaultController],
  providers: [
    { provide: APP_GUARD, useClass: BadgeGuard }, { provide: APP_INTERCEPTOR, useClass: ClockInterceptor }, { provide: APP_PIPE, useFactory: () => new TrimPipe() },
  ],
})
class BankModule {}

async function start() {
  const bank = await NestFactory.create(BankModule, { logger: false });
  bank.useGlobalGuards(new GateGuard());
  bank.useGlobalInterceptors(new PaintInterceptor());
  bank.useGlobalPipes(new FinalPipe());
  await bank.listen(0);
}
start();
