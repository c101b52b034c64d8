import { DataTypes, Model, Sequelize } from 'sequelize';

export const database = new Sequelize('postgres://orchard');

export class Tree extends Model {
  declare id: number;
  declare sort: string;
  declare planted: Date;

  label(): string { return `${this.sort} ${this.id}`; }
  toJSON(): object { return { ...this.get(), label: this.label() }; }
}
Tree.init({ sort: { type: DataTypes.STRING, allowNull: false }, planted: DataTypes.DATE }, { sequelize: database, tableName: 'trees', timestamps: false });
