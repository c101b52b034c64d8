import {
  CallHandler,
  Controller,
  createParamDecorator,
  ExecutionContext,
  ForbiddenException,
  Get,
  Injectable,
  Module,
  NestInterceptor,
  Req,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { map, tap } from 'rxjs/operators';
import { Column, DataSource, Entity, PrimaryGeneratedColumn, QueryRunner, Repository } from 'typeorm';

@Entity()
class Captain {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
}

@Injectable()
class Transaction implements NestInterceptor {
  constructor(private readonly source: DataSource) {}
  async intercept(context: ExecutionContext, next: CallHandler) {
    const runner = this.source.createQueryRunner();
    await runner.startTransaction();
    context.switchToHttp().getRequest().runner = runner;
    return next.handle().pipe(tap(() => runner.commitTransaction()));
  }
}
@Injectable()
class Clock implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest();
    request.began = Date.now();
    return next.handle().pipe(
      map((value) => {
        request.ended = Date.now();
        return value;
      }),
    );
  }
}
@Injectable()
class Harbour implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest();
    const harbour = ['north', 'south'].find((each) => each === request.headers['x-harbour']);
    if (!harbour) throw new ForbiddenException('No harbour');
    request.harbour = { name: harbour, open: true };
    return next.handle();
  }
}

const Runner = createParamDecorator((_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().runner);

@Controller()
class FerryController {
  constructor(@InjectRepository(Captain) private readonly captains: Repository<Captain>) {}
  @UseInterceptors(Transaction)
  @Get('captains')
  all(@Runner() runner: QueryRunner) {
    return runner.manager.find(Captain);
  }
  // Nobody has left one here.
  @Get('none')
  none(@Runner() runner: QueryRunner) {
    return runner.manager.find(Captain);
  }
  // What is set behind the handler is not there yet.
  @Get('times')
  times(@Req() request: any) {
    return { began: request.began, ended: request.ended };
  }
  @UseInterceptors(Harbour)
  @Get('harbour')
  harbour(@Req() request: any) {
    return request.harbour;
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Captain])], controllers: [FerryController] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.useGlobalInterceptors(new Clock());
  await app.listen(3000);
}
bootstrap();
