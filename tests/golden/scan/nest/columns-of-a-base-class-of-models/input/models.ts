import { AllowNull, BelongsTo, BelongsToMany, Column, DataType, ForeignKey, HasMany, Model, PrimaryKey, Table } from 'sequelize-typescript';

// The columns are said of a class that is no table itself.
export class BoatColumns extends Model {
  @PrimaryKey
  @Column({ field: 'id', type: DataType.STRING })
  id: string;

  @AllowNull(false)
  @Column({ field: 'kind', type: DataType.STRING })
  kind: string;

  @ForeignKey(() => Berth)
  @Column({ field: 'berth_id', type: DataType.INTEGER })
  berthId: number;
}

@Table({ timestamps: false, tableName: 'boat' })
export class Boat extends BoatColumns {
  @BelongsTo(() => Berth)
  berth: Berth;

  @BelongsToMany(() => Sailor, () => Berthing)
  crew: Sailor[];
}

// Two classes above it, the nearer of which says one column anew.
export abstract class Named extends Model {
  @PrimaryKey
  @Column(DataType.UUID)
  id: string;

  @Column(DataType.STRING)
  name: string | null;
}

export abstract class Certain extends Named {
  @AllowNull(false)
  @Column(DataType.STRING)
  name: string;
}

@Table({ timestamps: false })
export class Sailor extends Certain {
  @Column(DataType.BOOLEAN)
  sworn: boolean;
}

// Another table of the same base has none of what the first says.
@Table({ timestamps: false })
export class Passenger extends Named {
  @Column(DataType.INTEGER)
  cabin: number;
}

// What a base class brings along, its tables bring along; so do its options, but for its name.
@Table({ timestamps: false, modelName: 'Quay' })
export class Place extends Model {
  @Column(DataType.INTEGER)
  number: number;

  @HasMany(() => Boat)
  boats: Boat[];
}

@Table
export class Berth extends Place {
  @Column(DataType.FLOAT)
  depth: number;
}

@Table({ timestamps: false })
export class Berthing extends Model {
  @ForeignKey(() => Boat)
  @Column(DataType.STRING)
  boatId: string;

  @ForeignKey(() => Sailor)
  @Column(DataType.UUID)
  sailorId: string;

  @Column(DataType.DATE)
  since: Date;
}
