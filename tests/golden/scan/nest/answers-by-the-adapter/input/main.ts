import { ArgumentsHost, CanActivate, Catch, Controller, ExceptionFilter, ExecutionContext, Get, HttpException, HttpStatus, Module, NotFoundException, UseGuards } from '@nestjs/common';
import { AbstractHttpAdapter, HttpAdapterHost, NestFactory } from '@nestjs/core';

/** Everything that is thrown, answered through the adapter, whichever server it is of. */
@Catch()
class EverythingFilter implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}
  catch(error: unknown, arguments_: ArgumentsHost): void {
    const { httpAdapter } = this.host;
    const context = arguments_.switchToHttp();
    const status = error instanceof HttpException ? error.getStatus() : HttpStatus.INTERNAL_SERVER_ERROR;
    const told = { code: status, at: httpAdapter.getRequestUrl(context.getRequest()) as string };
    httpAdapter.reply(context.getResponse(), told, status);
  }
}

@Catch(NotFoundException)
class LostFilter implements ExceptionFilter {
  constructor(private readonly adapter: AbstractHttpAdapter) {}
  catch(error: NotFoundException, arguments_: ArgumentsHost): void {
    const response = arguments_.switchToHttp().getResponse();
    this.adapter.status(response, 410);
    this.adapter.reply(response, 'gone');
  }
}

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().headers['x-kiln-key'] === 'open';
  }
}

@Controller('firings')
class FiringsController {
  @Get('guarded') @UseGuards(KeyGuard) guarded() { return { heat: 900 }; }
  @Get('lost') lost() { throw new NotFoundException('no such firing'); }
}

@Controller('ashes')
class AshesController {
  @Get() any() { throw new NotFoundException('cold'); }
}

@Module({ controllers: [FiringsController, AshesController] }) class KilnModule {}

async function fire() {
  const kiln = await NestFactory.create(KilnModule);
  const host = kiln.get(HttpAdapterHost);
  kiln.useGlobalFilters(new EverythingFilter(host), new LostFilter(kiln.getHttpAdapter()));
  await kiln.listen(1);
}
void fire();
