const { Sequelize, DataTypes } = require('sequelize');
const sea = new Sequelize('sqlite::memory:', { define: { underscored: true } });

const Boat = sea.define('boat', {
  name: { type: DataTypes.STRING(40), allowNull: false },
  length: DataTypes.FLOAT,
  rig: { type: DataTypes.ENUM('sloop', 'ketch'), defaultValue: 'sloop' },
});
const Skipper = sea.define('skipper', {
  licence: { type: DataTypes.UUID, primaryKey: true },
  name: { type: DataTypes.STRING, allowNull: false },
  pin: { type: DataTypes.STRING, allowNull: false },
}, { timestamps: false, defaultScope: { attributes: { exclude: ['pin'] } } });

Skipper.hasMany(Boat);
Boat.belongsTo(Skipper);
Skipper.prototype.title = function () { return `Captain ${this.name}`; };

module.exports = { sea, Boat, Skipper };
