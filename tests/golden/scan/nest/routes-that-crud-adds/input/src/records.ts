import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { Exclude } from 'class-transformer';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, DeleteDateColumn } from 'typeorm';

@Entity()
export class Ship {
  @PrimaryGeneratedColumn()
  id: number;

  @Column()
  name: string;

  @Column()
  @Exclude()
  transponder: string;

  @Column({ nullable: true })
  owner: string;

  @OneToMany(() => Voyage, (voyage) => voyage.ship)
  voyages: Voyage[];
}

@Entity()
export class Voyage {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column()
  shipId: number;

  @Column()
  @IsString()
  @MaxLength(40)
  from: string;

  @Column({ nullable: true })
  @IsOptional()
  @IsString()
  note?: string;

  @DeleteDateColumn()
  cancelledAt: Date;

  @ManyToOne(() => Ship, (ship) => ship.voyages)
  ship: Ship;
}

export class NewBerth {
  @IsUUID()
  quay: string;

  @IsString()
  label: string;
}

@Entity()
export class Berth {
  @PrimaryGeneratedColumn('uuid')
  code: string;

  @Column()
  label: string;
}
