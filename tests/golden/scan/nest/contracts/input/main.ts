import 'reflect-metadata';
import {
  ArgumentsHost, BadRequestException, Body, Catch, ConflictException, Controller, createParamDecorator, DefaultValuePipe, Delete, ExceptionFilter, ExecutionContext, Get, Headers, HttpCode, HttpException, HttpStatus, Injectable, Module,
  NestInterceptor, CallHandler, CanActivate, NotFoundException, Param, ParseBoolPipe, ParseEnumPipe, ParseIntPipe, ParseUUIDPipe, Patch, Post, Put, Query, Redirect, Req, Res, UnauthorizedException, UseFilters, UseGuards, UseInterceptors, ValidationPipe,
} from '@nestjs/common';
import { BaseExceptionFilter, NestFactory } from '@nestjs/core';
import { map } from 'rxjs/operators';
import { IsEmail, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';

export enum Timbre { Bright = 'bright', Dull = 'dull' }

export class CastBellDto {
  @IsString() @MinLength(2) @MaxLength(40) inscription: string;
  @IsInt() @Min(1) @Max(9000) weight: number;
  @IsOptional() @IsEmail() founder?: string;
}

/** No validator: what comes in is not checked. */
export class NoteDto {
  words: string;
  loud?: boolean;
}

export class PageQuery {
  @IsOptional() @IsString() after?: string;
}

interface Bell { id: number; inscription: string; weight: number }

@Injectable()
export class BellService {
  private readonly bells: Bell[] = [{ id: 1, inscription: 'ave', weight: 12 }];
  find(id: number): Bell {
    const bell = this.bells.find((each) => each.id === id);
    if (!bell) throw new NotFoundException(`No bell ${id}`);
    return bell;
  }
  cast(dto: CastBellDto): Bell {
    if (dto.inscription === 'taken') throw new ConflictException();
    return { id: 1, inscription: dto.inscription, weight: dto.weight };
  }
}

export class CrackedError extends Error { constructor(readonly depth: number) { super('cracked'); } }

@Catch(CrackedError)
export class CrackedFilter implements ExceptionFilter {
  catch(exception: CrackedError, host: ArgumentsHost) {
    host.switchToHttp().getResponse().status(HttpStatus.UNPROCESSABLE_ENTITY).json({ fault: exception.message, depth: exception.depth });
  }
}

export class LostError extends Error {}

/** What it makes of an error is answered by what it extends, and so is what it does not know. */
@Catch()
export class MappingFilter extends BaseExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost) { super.catch(exception instanceof LostError ? new NotFoundException(exception.message) : exception, host); }
}

@Injectable()
export class KeeperGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    const token = request.headers['x-keeper'];
    if (!token) throw new UnauthorizedException('No keeper');
    request.keeper = { name: token };
    return token !== 'banned';
  }
}

const Keeper = createParamDecorator((_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().keeper);

@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) { return next.handle().pipe(map((data) => ({ data, at: 'tower' }))); }
}

@Controller('bells')
export class BellController {
  constructor(private readonly bells: BellService) {}

  @Get()
  list(@Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number, @Query('timbre', new ParseEnumPipe(Timbre)) timbre: Timbre, @Query('q') q?: string) {
    return [{ page, timbre, q: q ?? 'all' }];
  }

  @Get('search')
  search(@Query() query: PageQuery) { return { after: query.after, found: 0 }; }

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) { return this.bells.find(id); }

  @Get(':uuid/history')
  history(@Param('uuid', new ParseUUIDPipe({ errorHttpStatusCode: 406 })) uuid: string, @Query('full', new ParseBoolPipe({ optional: true })) full?: boolean) { return { uuid, full: full === true }; }

  @Post()
  cast(@Body() dto: CastBellDto) { return this.bells.cast(dto); }

  @Put(':id/note')
  note(@Param('id') id: string, @Body() dto: NoteDto) { return { id, length: dto.words.length }; }

  @Patch(':id')
  rename(@Body('inscription') inscription: string) {
    if (!inscription) throw new BadRequestException('An inscription, please');
    return { inscription };
  }

  @Delete(':id')
  @HttpCode(204)
  melt(@Param('id', ParseIntPipe) _id: number) {}

  @Post('ring')
  @HttpCode(HttpStatus.ACCEPTED)
  @UseGuards(KeeperGuard)
  ring(@Headers('X-Strokes') strokes: string, @Keeper() keeper: { name: string }) { return { strokes, by: keeper.name }; }

  @Get('tower/text')
  text() { return 'ding'; }

  @Get('tower/old')
  @Redirect('/bells', 301)
  old() {}

  @Get('tower/raw')
  raw(@Req() request: any, @Res() response: any) { response.status(203).json({ agent: request.headers['x-agent'] ?? 'none' }); }

  @Get('tower/kept')
  kept(@Res({ passthrough: true }) response: any) { response.status(202); return { kept: true }; }

  @Get('tower/cracked')
  @UseFilters(CrackedFilter)
  cracked() { throw new CrackedError(3); }

  @Get('tower/lost')
  @UseFilters(MappingFilter)
  lost(@Query('where') where?: string) {
    if (where === 'deep') throw new LostError('not in the tower');
    if (where === 'elsewhere') throw new ConflictException('in another tower');
    return { found: where !== undefined };
  }

  @Get('tower/plain')
  plain() { throw new HttpException('not now', 425); }

  @Get('tower/object')
  object() { throw new HttpException({ reason: 'storm', wind: 9 }, HttpStatus.SERVICE_UNAVAILABLE); }

  @Get('tower/wrapped')
  @UseInterceptors(EnvelopeInterceptor)
  wrapped() { return { height: 40 }; }
}

@Module({ controllers: [BellController], providers: [BellService] })
export class TowerModule {}

async function bootstrap() {
  const app = await NestFactory.create(TowerModule);
  app.useGlobalPipes(new ValidationPipe({ transform: true }));
  await app.listen(3000);
}
void bootstrap();
