import express from 'express';
import { Column, DataSource, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
class Owner {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
  @OneToMany(() => Horse, (horse) => horse.owner) horses: Horse[];
}
@Entity()
class Horse {
  @PrimaryGeneratedColumn() id: number;
  @Column({ name: 'full_name' }) name: string;
  @Column() hands: number;
  @Column('float') speed: number;
  @ManyToOne(() => Owner, (owner) => owner.horses, { nullable: true }) owner: Owner;
}

const source = new DataSource({ type: 'mysql', entities: [Owner, Horse] });
const app = express();

app.get('/owners', async (req, res) => {
  const rows = await source
    .getRepository(Horse)
    .createQueryBuilder('horse')
    .leftJoin('horse.owner', 'owner')
    .select('owner.name', 'owner')
    .addSelect('COUNT(horse.id)', 'many')
    .addSelect('AVG(horse.speed)', 'speed')
    .addSelect('MAX(horse.hands)', 'tallest')
    .addSelect("GROUP_CONCAT(horse.full_name SEPARATOR ', ')", 'names')
    .addSelect('UPPER(owner.name)', 'shouted')
    .addSelect('SOME_FUNCTION(horse.id)', 'unknown')
    .groupBy('owner.name')
    .getRawMany();
  res.json(rows);
});
app.get('/all', async (req, res) => {
  const { many, speed } = await source
    .getRepository(Horse)
    .createQueryBuilder('horse')
    .select('COUNT(*)', 'many')
    .addSelect('COALESCE(SUM(horse.speed), 0)', 'speed')
    .getRawOne();
  res.json({ many, speed });
});

app.listen(3000);
