import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class Choir {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
  @Column({ nullable: true }) town: string;
  @Column({ select: false }) account: string;
  @OneToMany(() => Singer, (singer) => singer.choir, { eager: true }) singers: Singer[];
  leader?: Singer;
  songCount?: number;
}

@Entity()
export class Singer {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column() name: string;
  @Column({ name: 'voice_part' }) voice: string;
  @Column({ type: 'int' }) age: number;
  @ManyToOne(() => Choir, (choir) => choir.singers) @JoinColumn({ name: 'choir_id' }) choir: Choir;
  @Column({ name: 'choir_id' }) choirId: number;
  @OneToMany(() => Song, (song) => song.soloist) solos: Song[];
}

@Entity()
export class Song {
  @PrimaryGeneratedColumn() id: number;
  @Column() title: string;
  @Column({ type: 'float' }) minutes: number;
  @ManyToOne(() => Singer, (singer) => singer.solos, { nullable: false }) soloist: Singer;
}
