import { Controller, ExecutionContext, Get, Injectable, Module, Param, Post, UseGuards } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { AuthGuard, AuthenticatedUser, KeycloakConnectModule, Public, Resource, ResourceGuard, RoleGuard, Roles, Scopes, Unprotected } from 'nest-keycloak-connect';

// Asks everybody except a keeper on watch, by a method of its own in front of the package's.
@Injectable()
class WatchGuard extends AuthGuard {
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    if (request.query.watch === 'night') return true;
    return super.canActivate(context);
  }
}

@Controller('lamps')
@Resource('lamp')
class LampsController {
  @Get() list() { return [{ id: 1 }]; }
  @Public() @Get('harbour') harbour() { return { lit: true }; }
  @Unprotected(false) @Get('whoever') whoever(@AuthenticatedUser() keeper: { name: string }) { return { lit: true }; }
  @Roles({ roles: ['keeper'] }) @Post(':id/kindle') kindle(@Param('id') id: string) { return { id }; }
  @Scopes('douse') @Post(':id/douse') douse(@Param('id') id: string) { return { id }; }
}

@Controller('watches')
@Unprotected()
class WatchesController {
  @Get() all() { return [] as string[]; }
  @UseGuards(WatchGuard) @Get('mine') mine() { return { watch: 2 }; }
}

@Module({
  imports: [KeycloakConnectModule.register({ realm: 'coast', clientId: 'lamps', authServerUrl: 'http://id' })],
  controllers: [LampsController, WatchesController],
  providers: [
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: ResourceGuard },
    { provide: APP_GUARD, useClass: RoleGuard },
  ],
})
class CoastModule {}

void NestFactory.create(CoastModule).then((coast) => coast.listen(1));
