import { CallHandler, Controller, ExecutionContext, Get, Injectable, Module, NestInterceptor, Query, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { heron, herons, nests } from 'lagoon-store';
import { map } from 'rxjs/operators';

class Heron {
  @ApiProperty() id: number;
  @ApiProperty() name: string;
}
class Reply {
  @ApiProperty() code: number;
  @ApiProperty({ type: Heron }) data: Heron;
}

@Injectable()
class ReplyInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) { return next.handle().pipe(map((data) => ({ code: 200, data }))); }
}

/** Documentation of what lies within the reply. */
@Controller('herons')
@UseInterceptors(ReplyInterceptor)
class HeronController {
  @Get('one') @ApiOkResponse({ type: Heron }) one() { return heron(); }
  @Get('all') @ApiOkResponse({ type: [Heron] }) all() { return herons(); }
  // Of the reply itself.
  @Get('reply') @ApiOkResponse({ type: Reply }) reply() { return heron(); }
  // Of an element of a list that is in a page, which says what page was asked for.
  @Get('page') @ApiOkResponse({ type: Heron }) page(@Query('page') page: any) { return { items: [...herons()], total: 3, page }; }
  // Of a part of it: the code knows the rest.
  @Get('nest') @ApiOkResponse({ type: Heron }) nest() { return { id: 1, name: 'Ada', nests: nests() }; }
}

@Controller('plain')
class PlainController {
  // A list, whatever the documentation says.
  @Get('list') @ApiOkResponse({ type: Heron }) list() { return [heron()]; }
  // Nothing that is unknown can be what is documented.
  @Get('asked') @ApiOkResponse({ type: Heron }) asked(@Query('q') q: any, @Query('at') at: any) { return { q, at, total: 3 }; }
  @Get('unknown') @ApiOkResponse({ type: Heron }) unknown() { return heron(); }
}

@Module({ controllers: [HeronController, PlainController] })
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(3000));
