import { Column, Model, Sequelize, Table } from 'sequelize-typescript';

@Table
class Quince extends Model {
  @Column
  weight!: number;
}

/** A class goes by the name of its model. */
@Table({ modelName: 'Medlar' })
class OldMedlar extends Model {
  @Column
  weight!: number;
}

export const hedge = new Sequelize({ dialect: 'sqlite', models: [Quince] });
hedge.addModels([OldMedlar]);

export const late = OldMedlar.name;
