import { Exclude, Expose, Transform } from 'class-transformer';
import { Column, Entity, EntityRepository, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
export class Grape {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column() name: string;
  @Column() @Exclude({ toPlainOnly: true }) price: number;
  // Only what comes in is meant.
  @Column() @Exclude({ toClassOnly: true }) rows: number;
  @Column() @Transform(({ value }) => value.toString()) sugar: number;
  @Column() @Expose({ groups: ['owner'] }) debts: number;
  @Expose({ name: 'title' }) get label(): string { return `${this.name}!`; }
}

/** A class that says nothing of what it does not expose. */
@Exclude()
export class Visit {
  @Expose() at: string;
  @Expose({ name: 'who' }) guest: string;
  secret: string;
  constructor(given: Partial<Visit>) { Object.assign(this, given); }
}

@EntityRepository(Grape)
export class GrapeRepository extends Repository<Grape> {
  ripe(): Promise<Grape[]> { return this.find(); }
}
