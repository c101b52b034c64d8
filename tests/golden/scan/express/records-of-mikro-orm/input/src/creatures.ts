import { Collection, Entity, Enum, ManyToOne, OneToMany, PrimaryKey, Property } from '@mikro-orm/core';

export enum Water { Fresh = 'fresh', Salt = 'salt' }

export abstract class Kept {
  @PrimaryKey()
  id!: number;

  @Property({ onCreate: () => new Date() })
  since: Date = new Date();
}

@Entity()
export class Tank extends Kept {
  @Property()
  label!: string;

  @Enum(() => Water)
  water!: Water;

  @OneToMany(() => Fish, (fish) => fish.tank)
  fish = new Collection<Fish>(this);
}

@Entity()
export class Fish extends Kept {
  @Property({ serializedName: 'called' })
  name: string;

  @Property({ type: 'uuid' })
  chip!: string;

  @Property({ nullable: true })
  weight?: number;

  @Property()
  hungry = true;

  @Property({ hidden: true })
  price!: number;

  @ManyToOne(() => Tank)
  tank: Tank;

  constructor(name: string, tank: Tank) {
    super();
    this.name = name;
    this.tank = tank;
  }

  isHeavy(): boolean { return (this.weight ?? 0) > 10; }
}
