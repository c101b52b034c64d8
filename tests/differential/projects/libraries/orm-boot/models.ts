import { Sequelize } from 'fakeorm';
export const sequelize = new Sequelize();
