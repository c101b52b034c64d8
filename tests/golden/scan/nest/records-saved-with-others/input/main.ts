import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Column, CreateDateColumn, Entity, ManyToOne, OneToMany, OneToOne, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
class Loaf {
  @PrimaryGeneratedColumn()
  id: number;
  @Column()
  flour: string;
  @ManyToOne(() => Batch, (batch) => batch.loaves)
  batch: Batch;
}

@Entity()
class Label {
  @PrimaryGeneratedColumn('uuid')
  id: string;
  @Column()
  text: string;
}

@Entity()
class Batch {
  @PrimaryGeneratedColumn()
  id: number;
  @CreateDateColumn()
  bakedAt: Date;
  @OneToMany(() => Loaf, (loaf) => loaf.batch, { cascade: true })
  loaves: Loaf[];
  @OneToOne(() => Label, { cascade: ['insert'] })
  label: Label;
  // Saved by itself.
  @OneToOne(() => Label, { cascade: ['update'] })
  receipt: Label;
}

class BatchDto {
  flours: string[];
  text: string;
}

@Controller('batches')
class BatchController {
  constructor(
    @InjectRepository(Batch) private readonly batches: Repository<Batch>,
    @InjectRepository(Label) private readonly labels: Repository<Label>,
  ) {}
  @Post('made')
  made(@Body() { flours, text }: BatchDto) {
    const batch = new Batch();
    batch.loaves = flours.map((flour) => {
      const loaf = new Loaf();
      loaf.flour = flour;
      return loaf;
    });
    batch.label = this.labels.create({ text });
    return this.batches.save(batch);
  }
  @Post('plain')
  plain(@Body() { flours }: BatchDto) {
    return this.batches.save({ loaves: flours.map((flour) => ({ flour })) });
  }
  @Post('apart')
  apart(@Body() { text }: BatchDto) {
    return this.batches.save({ receipt: { text } });
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Batch, Loaf, Label])], controllers: [BatchController] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
