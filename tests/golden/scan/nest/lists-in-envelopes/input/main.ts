import {
  CallHandler, CanActivate, Controller, Delete, ExecutionContext, ForbiddenException, Get, Injectable, Module, NestInterceptor, NotFoundException, Param, Query, Req, UnauthorizedException, UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { map } from 'rxjs';
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
class Player {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
}
@Entity()
class Score {
  @PrimaryGeneratedColumn() id: number;
  @Column() title: string;
  @Column('int') bars: number;
  @ManyToOne(() => Player, { eager: true }) owner: Player;
}

// What has items is a page; a list has none.
@Injectable()
class Envelope implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((given) => (given && given.items && given.total !== undefined ? { ok: true, data: given.items, total: given.total } : { ok: true, data: given })));
  }
}
@Injectable()
class Known implements CanActivate {
  constructor(@InjectRepository(Player) private readonly players: Repository<Player>) {}
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    if (!request.headers['x-api-key']) throw new UnauthorizedException();
    request.player = await this.players.findOneBy({ name: request.headers['x-api-key'] });
    return true;
  }
}
@Controller('scores')
class Scores {
  constructor(@InjectRepository(Score) private readonly scores: Repository<Score>) {}
  @Get() all() {
    return this.scores.createQueryBuilder('score').getMany();
  }
  @Get('page') async page(@Query('from') from: string) {
    const [items, total] = await this.scores.findAndCount({ skip: Number(from) });
    return { items, total };
  }
  @Get('bars') async bars() {
    return { sum: await this.scores.sum('bars'), mean: await this.scores.average('bars', { title: 'Fuga' }), most: await this.scores.maximum('bars') };
  }
  // The owner's key is none of the score's own.
  @Delete(':id') @UseGuards(Known) async remove(@Param('id') id: string, @Req() request) {
    const score = await this.scores.findOneBy({ id: Number(id) });
    if (!score) throw new NotFoundException();
    if (score.owner.id !== request.player.id) throw new ForbiddenException();
    // What is removed has no key any longer.
    await this.scores.remove(score);
    return { removed: score.id };
  }
  @Delete('of/:title') async removeAll(@Param('title') title: string) {
    return this.scores.remove(await this.scores.findBy({ title }));
  }
  @Delete('kept/:id') async hide(@Param('id') id: string) {
    return this.scores.softRemove(await this.scores.findOneByOrFail({ id: Number(id) }));
  }
}
@Module({ imports: [TypeOrmModule.forRoot({ type: 'sqlite', database: 'scores.db', entities: [Player, Score] }), TypeOrmModule.forFeature([Player, Score])], controllers: [Scores], providers: [Known] })
class Orchestra {}

async function start() {
  const app = await NestFactory.create(Orchestra);
  app.useGlobalInterceptors(new Envelope());
  await app.listen(3000);
}
start();
