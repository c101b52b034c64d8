// A filter of errors that writes the credential into a log asks nobody for it. What else it reads of the headers, it reads; a handler that looks at the credential does.
import { ArgumentsHost, Catch, Controller, ExceptionFilter, Get, Headers, HttpException, Module, NotFoundException, Query, Req, UnauthorizedException, UseFilters } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';

declare const journal: { write(entry: object): void };

@Catch()
class Noted implements ExceptionFilter {
  catch(error: any, host: ArgumentsHost) {
    const request = host.switchToHttp().getRequest();
    const { headers, method } = request;
    journal.write({ method, who: headers.authorization, from: request.headers['x-workshop'] });
    const tongue = headers['x-tongue'] === 'fr' ? 'perdu' : 'lost';
    const status = error instanceof HttpException ? error.getStatus() : 500;
    host.switchToHttp().getResponse().status(status).json({ tongue });
  }
}

@Catch(NotFoundException)
class Spread implements ExceptionFilter {
  catch(error: NotFoundException, host: ArgumentsHost) {
    const { authorization, ...others } = host.switchToHttp().getRequest().headers;
    journal.write({ authorization, others });
    host.switchToHttp().getResponse().status(404).json({ missing: error.message });
  }
}

@Controller('panes')
class Panes {
  @Get()
  all(@Query('size') size?: string) {
    if (!size) throw new NotFoundException('no such pane');
    return { size };
  }

  @Get('spread')
  @UseFilters(Spread)
  spread(@Query('size') size?: string) {
    if (!size) throw new NotFoundException('no such pane');
    return { size };
  }

  @Get('own')
  own(@Req() request: any, @Query('size') size?: string) {
    if (!size) throw new NotFoundException('no such pane');
    return request.headers.authorization ? { size, price: 4 } : { size };
  }

  @Get('asked')
  asked(@Headers('authorization') token?: string) {
    if (!token) throw new UnauthorizedException();
    return { secret: true };
  }
}

@Module({ controllers: [Panes], providers: [{ provide: APP_FILTER, useClass: Noted }] })
class Works {}

async function melt() {
  const app = await NestFactory.create(Works);
  await app.listen(3000);
}
void melt();
