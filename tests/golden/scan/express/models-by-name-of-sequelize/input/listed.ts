import { Column, Model, Sequelize, Table } from 'sequelize-typescript';

@Table
class Quince extends Model {
  @Column
  weight!: number;
}

@Table
class Medlar extends Model {
  @Column
  weight!: number;
}

export const hedge = new Sequelize({ dialect: 'sqlite', models: [Quince] });
hedge.addModels([Medlar]);
