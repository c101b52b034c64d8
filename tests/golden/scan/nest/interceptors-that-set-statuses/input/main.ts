import { All, CallHandler, Controller, Delete, ExecutionContext, Get, HttpStatus, Injectable, Module, NestInterceptor, Post, Put } from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { map } from 'rxjs/operators';

@Injectable()
class Lading implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const req = context.switchToHttp().getRequest();
    const res = context.switchToHttp().getResponse();
    return next.handle().pipe(map(this.format(req, res)));
  }
  format(req: any, res: any) {
    const method = req.method;
    return async (response: any) => {
      if (method === 'DELETE') {
        res.statusCode = HttpStatus.NO_CONTENT;
        return;
      }
      const status = method === 'POST' ? HttpStatus.CREATED : HttpStatus.OK;
      res.statusCode = status;
      return { payload: response };
    };
  }
}
@Controller('crates')
class CratesController {
  @Get() all() { return { kilos: 1 }; }
  @Post() make() { return { kilos: 1 }; }
  @Put() put() { return { kilos: 1 }; }
  @Delete() drop() { return { kilos: 1 }; }
}
@Controller('logs')
class LogsController {
  @All()
  any() {
    return { kilos: 2 };
  }
}

@Module({ controllers: [CratesController, LogsController], providers: [{ provide: APP_INTERCEPTOR, useClass: Lading }] })
class HarbourModule {}
async function open() { const app = await NestFactory.create(HarbourModule); await app.listen(3000); }
void open();
