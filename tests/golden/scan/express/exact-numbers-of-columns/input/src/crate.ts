import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class Crate {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The connection is set up so that it is a number. */
  @Column({ type: 'bigint' })
  packedAt!: number;

  /** The property says what comes back. */
  @Column('bigint')
  barcode!: string;

  @Column({ type: 'decimal', precision: 10, scale: 2, nullable: true })
  weight!: number | null;

  @Column({ type: 'numeric' })
  price!: string;

  @Column({ type: 'int' })
  count!: number;

  /** Nothing says otherwise. */
  @Column({ type: 'bigint' })
  serial!: any;
}
