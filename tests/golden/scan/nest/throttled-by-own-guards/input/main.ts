import { ArgumentsHost, Catch, Controller, ExceptionFilter, ExecutionContext, Get, HttpException, Injectable, Module, SetMetadata, UnauthorizedException, UseFilters, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ThrottlerException, ThrottlerGuard, ThrottlerModule, ThrottlerRequest } from '@nestjs/throttler';

/** Says something else. */
@Injectable()
class Polite extends ThrottlerGuard {
  protected async getErrorMessage() {
    return 'come back at low water';
  }
}
/** Answers with another error. */
@Injectable()
class Blunt extends ThrottlerGuard {
  protected async throwThrottlingException(): Promise<void> {
    throw new UnauthorizedException('go away');
  }
}
/** Leaves it to the package's own, under a condition. */
@Injectable()
class Sparing extends ThrottlerGuard {
  protected async handleRequest(counted: ThrottlerRequest): Promise<boolean> {
    if (counted.context.switchToHttp().getRequest().headers['x-pilot']) return true;
    return super.handleRequest({ ...counted, limit: 2 });
  }
}
/** Counts by itself. */
@Injectable()
class Counting extends ThrottlerGuard {
  protected async handleRequest({ limit }: ThrottlerRequest): Promise<boolean> {
    const { totalHits } = await this.storageService.increment('all', 1000, limit, 0, 'default');
    if (totalHits > limit) throw new ThrottlerException('counted');
    return true;
  }
}
/** Refuses with an error of its own that is one of the package's. */
class Crowded extends ThrottlerException {
  constructor() {
    super('too many boats');
  }
}
@Injectable()
class Rejecting extends ThrottlerGuard {
  protected async throwThrottlingException(): Promise<void> {
    return Promise.reject(new Crowded());
  }
}
/** What filters know of it: that it is one of the framework's, and the package's. */
@Catch()
class Told implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    let status = 500;
    if (error instanceof HttpException) status = error.getStatus();
    host.switchToHttp().getResponse().status(status).json({ said: (error as Error).message });
  }
}
@Catch(ThrottlerException)
class Only implements ExceptionFilter {
  catch(error: ThrottlerException, host: ArgumentsHost) {
    host.switchToHttp().getResponse().status(error.getStatus()).json({ wait: 60 });
  }
}
@Injectable()
class Asking extends ThrottlerGuard {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.get('free', context.getHandler())) return true;
    return super.canActivate(context);
  }
}

@Controller('buoys')
class BuoyController {
  @UseGuards(Polite) @Get('polite') polite() { return { rung: 1 }; }
  @UseGuards(Blunt) @Get('blunt') blunt() { return { rung: 1 }; }
  @UseGuards(Sparing) @Get('sparing') sparing() { return { rung: 1 }; }
  @UseGuards(Counting) @Get('counting') counting() { return { rung: 1 }; }
  @UseGuards(Rejecting) @UseFilters(Told) @Get('told') told() { return { rung: 1 }; }
  @UseGuards(Rejecting) @UseFilters(Only) @Get('only') only() { return { rung: 1 }; }
  @UseGuards(ThrottlerGuard) @UseFilters(Only) @Get('own') own() { return { rung: 1 }; }
  @UseGuards(Asking) @Get('asking') asking() { return { rung: 1 }; }
  @SetMetadata('free', true) @UseGuards(Asking) @Get('free') free() { return { rung: 1 }; }
}

@Module({ imports: [ThrottlerModule.forRoot([{ name: 'default', ttl: 1000, limit: 7 }])], controllers: [BuoyController] })
class ChannelModule {}
void NestFactory.create(ChannelModule).then((channel) => channel.listen(3000));
