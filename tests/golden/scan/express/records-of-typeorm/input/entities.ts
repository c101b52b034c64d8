import { BaseEntity, Column, CreateDateColumn, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';

export enum Race { Carnica = 'carnica', Buckfast = 'buckfast' }

@Entity()
export class Hive extends BaseEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column() name: string;
  @Column({ type: 'enum', enum: Race, default: Race.Carnica }) race: Race;
  @Column({ nullable: true }) weight: number;
  @Column({ select: false }) code: string;
  @CreateDateColumn() settled: Date;
  @OneToMany(() => Harvest, (harvest) => harvest.hive) harvests: Harvest[];
}

@Entity('harvests')
export class Harvest extends BaseEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column('decimal') kilos: string;
  @Column('timestamptz') when: Date;
  @ManyToOne(() => Hive, (hive) => hive.harvests, { nullable: false }) hive: Hive;
}
