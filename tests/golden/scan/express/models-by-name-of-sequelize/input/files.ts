import { Sequelize } from 'sequelize-typescript';

/** Which models these are only the disk of the running server says. */
export const field = new Sequelize({ dialect: 'sqlite', models: [`${process.cwd()}/fruit/*.model.ts`] });
