import { DataTypes, Model, Sequelize } from 'sequelize';

class Pear extends Model {}

export const wood = new Sequelize('sqlite::memory:');

export function plant(): void {
  Pear.init({ weight: DataTypes.INTEGER }, { sequelize: wood, modelName: 'pear' });
  wood.define('plum', { weight: DataTypes.INTEGER });
}

/** Refuses to be made before its model is there. */
export class Basket {
  constructor(connection: Sequelize, name: string) {
    const kind = connection.models[name];
    if (!kind) throw new Error(`there is no ${name}`);
    if (!connection.isDefined(name)) throw new Error(`nobody has planted ${name}`);
  }

  list = async (_request: unknown, response: { json(body: unknown): void }): Promise<void> => {
    response.json([]);
  };
}
