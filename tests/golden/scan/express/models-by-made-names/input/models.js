const { Sequelize, DataTypes } = require('sequelize');
const inflection = require('inflection');
const pluralize = require('pluralize');
const { nameOf } = require('table-namer');

const sequelize = new Sequelize('sqlite::memory:');
const plain = { timestamps: false };

// A name that a package makes and everybody can tell.
const Tree = sequelize.define(inflection.underscore(inflection.pluralize('PlumTree')), { kind: { type: DataTypes.STRING, allowNull: false } }, plain);
// Names that only the package knows are nobody's, and not each other's.
const Basket = sequelize.define(nameOf('basket'), { litres: DataTypes.INTEGER }, plain);
const Ladder = sequelize.define(nameOf('ladder'), { rungs: DataTypes.INTEGER }, plain);
Tree.hasMany(Basket, { as: 'baskets', foreignKey: 'treeId' });

module.exports = { Tree, Basket, Ladder, pluralize };
