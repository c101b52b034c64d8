import { Column, Entity, EntityRepository, EntitySchema, PrimaryGeneratedColumn, Repository } from 'typeorm';

abstract class Stored { @PrimaryGeneratedColumn() id: number; }

@Entity()
export class Sack extends Stored {
  @Column() grain: string;
  @Column({ type: 'int' }) kilos: number;
}

@EntityRepository(Sack)
export class SackRepository extends Repository<Sack> {
  heaviest(grain: string) { return this.find({ where: { grain }, order: { kilos: 'DESC' } }); }
}

export const Miller = new EntitySchema({ name: 'miller', columns: { id: { type: 'int', primary: true, generated: true }, name: { type: 'varchar' }, born: { type: 'date', nullable: true } } });
