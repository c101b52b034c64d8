module.exports = (sequelize, types) => sequelize.define('stalls', { place: { type: types.INTEGER, primaryKey: true }, owner: types.STRING });
