// Of another tool, which this program does not run on its database.
module.exports = { up: (queryInterface, types) => queryInterface.createTable('kegs', { id: { type: types.INTEGER } }) };
