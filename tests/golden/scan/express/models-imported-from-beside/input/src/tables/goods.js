module.exports = (sequelize, types) =>
  sequelize.define('goods', { id: { type: types.INTEGER(11), primaryKey: true, autoIncrement: true }, name: { type: types.STRING(32), allowNull: false } });
