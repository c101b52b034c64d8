import { AllowNull, AutoIncrement, BelongsTo, Column, DataType, ForeignKey, HasMany, Model, PrimaryKey, Table } from 'sequelize-typescript';

@Table({ timestamps: false })
export class Gang extends Model {
  @PrimaryKey @AutoIncrement @Column declare id: number;
  @AllowNull(false) @Column declare name: string;
  @HasMany(() => Picker) declare pickers: Picker[];
}

@Table
export class Picker extends Model {
  @Column(DataType.TEXT) declare notes: string;
  @Column({ allowNull: false }) declare active: boolean;
  @ForeignKey(() => Gang) @Column declare gangId: number;
  @BelongsTo(() => Gang) declare gang: Gang;
}
