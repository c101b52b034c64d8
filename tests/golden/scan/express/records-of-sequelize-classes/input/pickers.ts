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

  @Column(DataType.STRING)
  get seenAt(): string | null {
    return this.getDataValue('seenAt');
  }
  set seenAt(value: string | null) {
    this.setDataValue('seenAt', value?.trim() ?? null);
  }

  @Column(DataType.STRING)
  get portrait(): { url: string } {
    return { url: `/portraits/${this.getDataValue('portrait')}` };
  }

  @Column({ allowNull: false }) declare active: boolean;
  @ForeignKey(() => Gang) @Column declare gangId: number;
  @BelongsTo(() => Gang) declare gang: Gang;
}
