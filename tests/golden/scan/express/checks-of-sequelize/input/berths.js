const { Sequelize, DataTypes } = require('sequelize');
const sea = new Sequelize('sqlite::memory:');
exports.sea = sea;
exports.Berth = sea.define('berth', {
  title: { type: DataTypes.STRING, allowNull: false, validate: { len: [3, 20] } },
  mail: { type: DataTypes.STRING, unique: true, validate: { isEmail: { msg: 'no address' } } },
  depth: { type: DataTypes.FLOAT, validate: { min: 1, max: { args: [30], msg: 'too deep' } } },
  side: { type: DataTypes.STRING, allowNull: false, defaultValue: 'port', validate: { isIn: [['port', 'starboard']] } },
  mark: { type: DataTypes.STRING, validate: { is: /^[A-Z]\d$/, notEmpty: true } },
});
