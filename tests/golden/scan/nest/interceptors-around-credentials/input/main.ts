import { CallHandler, Catch, Controller, ArgumentsHost, Delete, ExceptionFilter, ExecutionContext, Get, HttpException, Injectable, Module, NestInterceptor, Post, UnauthorizedException, UseInterceptors, Body } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import axios from 'axios';
import type { Response } from 'express';

const hidden = (body: any) => { const shown = { ...body }; for (const name of ['pin', 'secret']) if (shown[name]) shown[name] = '***'; return shown; };

/** Hands the caller's credential on to other servers. */
@Injectable()
class Tracing implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest();
    request.tracing = { client: () => axios.create({ headers: { authorization: request.headers.authorization, trace: request.headers.trace } }) };
    return next.handle();
  }
}

/** Writes down who has asked for what. */
@Injectable()
class Journal implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { method, url, body, user, cookies } = context.switchToHttp().getRequest();
    console.log(method, url, user?.id, cookies.session, JSON.stringify(hidden(body)));
    return next.handle();
  }
}

/** An interceptor that is a guard. */
@Injectable()
class Sealed implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    if (context.switchToHttp().getRequest().headers.authorization !== process.env.SEAL) throw new UnauthorizedException('sealed');
    return next.handle();
  }
}

@Catch(HttpException)
class Failures implements ExceptionFilter {
  catch(error: HttpException, host: ArgumentsHost) {
    const request = host.switchToHttp().getRequest();
    console.error(error, hidden(request.body));
    host.switchToHttp().getResponse<Response>().status(error.getStatus()).json({ problem: error.message });
  }
}

@Controller('letters')
class Letters {
  @Get() all() { return []; }
  @Post() write(@Body() letter: { to: string }) { if (!letter.to) throw new HttpException('to whom?', 422); return { to: letter.to }; }
  @UseInterceptors(Sealed) @Delete(':letter') burn() { return { burnt: true }; }
}

@Module({ controllers: [Letters] })
class Office {}

async function open() {
  const app = await NestFactory.create(Office);
  app.useGlobalInterceptors(new Tracing(), new Journal());
  app.useGlobalFilters(new Failures());
  await app.listen(8080);
}
void open();
