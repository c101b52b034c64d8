const { Sequelize, DataTypes, Model } = require('sequelize');

const sequelize = new Sequelize('mysql://localhost/lighthouse');

// Its table is called by its plural.
const Keeper = sequelize.define('Keeper', {
  name: { type: DataTypes.STRING, allowNull: false },
  wage: DataTypes.DECIMAL(8, 2),
  retired: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
  greeting: { type: DataTypes.VIRTUAL, get() { return `${this.name}!`; } },
});

// Columns that the database calls otherwise.
class LampRoom extends Model {}
LampRoom.init(
  {
    title: { type: DataTypes.STRING, allowNull: false },
    litAt: DataTypes.DATE,
    lensName: { type: DataTypes.STRING, field: 'lens' },
  },
  { sequelize, modelName: 'LampRoom', underscored: true, paranoid: true },
);
LampRoom.belongsTo(Keeper, { foreignKey: 'keeperId' });

const Log = sequelize.define('log', { text: { type: DataTypes.TEXT, allowNull: false } }, { tableName: 'tbl_entries', timestamps: false });

module.exports = { sequelize, Sequelize, Keeper, LampRoom, Log };
