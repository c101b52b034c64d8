const { Sequelize, DataTypes } = require('sequelize');
const sea = new Sequelize('sqlite::memory:');
exports.sea = sea;
exports.Berth = sea.define('berth', {
  title: { type: DataTypes.STRING, allowNull: false, validate: { len: [3, 20] } },
  mail: { type: DataTypes.STRING, unique: true, validate: { isEmail: { msg: 'no address' } } },
  depth: { type: DataTypes.FLOAT, validate: { min: 1, max: { args: [30], msg: 'too deep' } } },
  side: { type: DataTypes.STRING, allowNull: false, defaultValue: 'port', validate: { isIn: [['port', 'starboard']] } },
  price: { type: DataTypes.DECIMAL(8, 2), allowNull: false, validate: { min: 0, max: 999.99 } },
  meter: { type: DataTypes.BIGINT, allowNull: false },
  mark: { type: DataTypes.STRING, validate: { is: /^[A-Z]\d$/, notEmpty: true } },
});
