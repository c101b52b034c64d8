// An editor imports from the file that declares a name: it is the same decorator, guard or exception as the package itself exports.
import { type ArgumentsHost, Catch, Controller, type ExceptionFilter, Get, HttpException as Failure, Injectable, UseFilters } from '@nestjs/common';
import { Delete, Post, Put } from '@nestjs/common/decorators/http/request-mapping.decorator';
import { Body, Param } from '@nestjs/common/decorators/http/route-params.decorator';
import { UseGuards } from '@nestjs/common/decorators/core/use-guards.decorator';
import { Module } from '@nestjs/common/decorators/modules/module.decorator';
import { HttpStatus } from '@nestjs/common/enums/http-status.enum';
import { HttpCode } from '@nestjs/common/decorators/http/http-code.decorator';
import { HttpException } from '@nestjs/common/exceptions/http.exception';
import { NotFoundException } from '@nestjs/common/exceptions/not-found.exception';
import { NestFactory } from '@nestjs/core/nest-factory';
import { Reflector } from '@nestjs/core/services/reflector.service';
import { AuthGuard } from '@nestjs/passport/dist/auth.guard';
import { InjectRepository } from '@nestjs/typeorm/dist/common/typeorm.decorators';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { Repository } from 'typeorm/repository/Repository';
import { ApiResponse } from '@nestjs/swagger/dist/decorators';

// And of the same class as what the package itself exports.
class Cracked extends HttpException {
  constructor() {
    super('cracked', 410);
  }
}
@Catch()
class Failures implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const status = error instanceof Failure ? error.getStatus() : 500;
    host.switchToHttp().getResponse().status(status).json({ failed: status });
  }
}
@Entity()
class Glaze {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
}

@Injectable()
class Shelf {
  private readonly pots = new Map<string, { glaze: string }>();
  take(id: string): { glaze: string } {
    const pot = this.pots.get(id);
    if (!pot) throw new NotFoundException('no such pot');
    return pot;
  }
}

@Controller('pots')
class PotController {
  constructor(
    private readonly shelf: Shelf,
    private readonly reflector: Reflector,
    @InjectRepository(Glaze) private readonly glazes: Repository<Glaze>,
  ) {}

  @Get('glazes')
  all(): Promise<Glaze[]> {
    return this.glazes.find();
  }

  @Get('cracked')
  @UseFilters(Failures)
  cracked(): void {
    throw new Cracked();
  }

  @Get(':id')
  one(@Param('id') id: string): { glaze: string } {
    return this.shelf.take(id);
  }

  @Post()
  @UseGuards(AuthGuard('jwt'))
  add(@Body('glaze') glaze: string): { glaze: string } {
    return { glaze };
  }

  @Put(':id')
  @ApiResponse({ status: 200, description: 'fired once more' })
  change(@Param('id') id: string): void {
    this.shelf.take(id);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  remove(@Param('id') id: string): void {
    this.shelf.take(id);
  }
}

@Module({ controllers: [PotController], providers: [Shelf] })
class Kiln {}

async function start(): Promise<void> {
  const oven = await NestFactory.create(Kiln);
  await oven.listen(3000);
}
void start();
