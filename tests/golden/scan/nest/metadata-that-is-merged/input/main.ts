import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, SetMetadata, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';

// What only one of them says is a list from NestJS 11 on, so that this guard demands a token of everybody; several objects are one, and an object is no list.
const Open = () => SetMetadata('open', true);
@Injectable()
class GateGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const open = this.reflector.getAllAndMerge<boolean>('open', [context.getClass(), context.getHandler()]);
    if (typeof open === 'boolean' && open) {
      try {
        return (await super.canActivate(context)) as boolean;
      } catch {
        return true;
      }
    }
    return (await super.canActivate(context)) as boolean;
  }
}

// Two lists one behind the other, in a guard that is called for what it does.
const Shifts = (...shifts: string[]) => SetMetadata('shifts', shifts);
@Injectable()
class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const shifts = this.reflector.getAllAndMerge<string[]>('shifts', [context.getHandler(), context.getClass()]);
    return shifts.includes(context.switchToHttp().getRequest().user.shift);
  }
}

@Controller('lamps')
@Shifts('day')
@UseGuards(GateGuard)
class LampsController {
  @Get()
  @Open()
  all() {
    return [{ lit: true }];
  }
  @Get('spare')
  @Shifts('night')
  @UseGuards(AccessGuard)
  spare() {
    return [{ lit: false }];
  }
}

@Module({ controllers: [LampsController], providers: [GateGuard, AccessGuard] })
class QuarryModule {}

async function open() {
  const app = await NestFactory.create(QuarryModule);
  await app.listen(3000);
}
void open();
