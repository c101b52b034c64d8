import { Body, CanActivate, Controller, Delete, ExecutionContext, ForbiddenException, Get, Injectable, Module, Param, Post, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AllowAnonymous, AuthModule, OptionalAuth, Roles, Session, UserSession } from '@thallesp/nestjs-better-auth';
import { betterAuth } from 'better-auth';

const auth = betterAuth({ advanced: { cookiePrefix: 'orchard' }, user: { additionalFields: { plot: { type: 'number' } } } });

@Injectable()
class OwnerGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    if (!request.session?.user) throw new ForbiddenException();
    return true;
  }
}

@Controller('trees')
class TreesController {
  @Get() list(@Session() session: UserSession) { return { owner: session.user.email, plot: session.user.plot }; }
  @AllowAnonymous() @Get('kinds') kinds() { return ['pear']; }
  @OptionalAuth() @Get('ripe') ripe(@Session() session: UserSession | null) { return { known: Boolean(session) }; }
  @Roles(['gardener']) @Delete(':id') fell(@Param('id') id: string) { return { id }; }
  @UseGuards(OwnerGuard) @Post() plant(@Body() tree: { kind: string }) { return { kind: tree.kind }; }
}

@Module({ imports: [AuthModule.forRoot({ auth })], controllers: [TreesController] }) //~ nest/routes-of-package
class OrchardModule {}

void NestFactory.create(OrchardModule).then((orchard) => orchard.listen(1));
