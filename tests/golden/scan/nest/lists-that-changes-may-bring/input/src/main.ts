import { Body, Controller, Module, NotFoundException, Param, ParseIntPipe, Patch, Put, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { IsArray, IsNumber, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
class Batch {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
  @OneToMany(() => Loaf, (loaf) => loaf.batch, { cascade: true, eager: true }) loaves: Loaf[];
}
@Entity()
class Loaf {
  @PrimaryGeneratedColumn() id: number;
  @Column() flour: string;
  @Column() grams: number;
  @ManyToOne(() => Batch, (batch) => batch.loaves) batch: Batch;
}

class NewLoaf {
  @IsString() flour: string;
  @IsNumber() grams: number;
}
class Changes {
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => NewLoaf) loaves?: NewLoaf[];
}
class Whole {
  @IsString() name: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => NewLoaf) loaves: NewLoaf[];
}

@Controller('batches')
class BatchController {
  constructor(@InjectRepository(Batch) private readonly batches: Repository<Batch>) {}

  private async found(id: number): Promise<Batch> {
    const batch = await this.batches.findOne({ where: { id } });
    if (!batch) throw new NotFoundException();
    return batch;
  }

  // Without loaves the batch keeps its own.
  @Patch(':id') async change(@Param('id', ParseIntPipe) id: number, @Body() changes: Changes) {
    const batch = await this.found(id);
    Object.assign(batch, changes);
    return this.batches.save(batch);
  }
  @Patch(':id/copy') async copied(@Param('id', ParseIntPipe) id: number, @Body() changes: Changes) {
    return { ...(await this.found(id)), ...changes };
  }
  // These come in for certain.
  @Put(':id') async replace(@Param('id', ParseIntPipe) id: number, @Body() whole: Whole) {
    return this.batches.save(Object.assign(await this.found(id), whole));
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Batch, Loaf])], controllers: [BatchController] })
class BakehouseModule {}

void NestFactory.create(BakehouseModule).then((app) => app.useGlobalPipes(new ValidationPipe({ transform: true })).listen(3000));
