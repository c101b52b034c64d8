import { BaseEntity, Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class Pear extends BaseEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column('text') sort: string;
  @Column('integer') height: number;
  @CreateDateColumn() planted: Date;
}

@Entity()
export class Plum extends BaseEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column('text') colour: string;
  @CreateDateColumn() planted: Date;
}
