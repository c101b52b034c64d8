import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { AsNumber, asWord } from './transformers';

// What a transformer makes of a column is what the type of the property says, not what the database keeps.
@Entity()
export class Barrel {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'decimal', precision: 10, scale: 2, transformer: new AsNumber() })
  litres: number;

  @Column('int', { transformer: asWord({ 0: 'oak', 1: 'ash' }) })
  wood: 'oak' | 'ash';

  @Column('simple-array', { transformer: { to: (value: string) => value.split(','), from: (value: string[]) => value.join(',') } })
  marks: string;

  @CreateDateColumn({ transformer: { to: (value: number) => new Date(value), from: (value: Date) => value.getTime() } })
  filled: number;

  // Without one the column is what it is.
  @Column({ type: 'decimal', precision: 10, scale: 2 })
  price: string;

  @Column({ type: 'int', transformer: undefined })
  year: number;
}
