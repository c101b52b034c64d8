const { Sequelize, Model, DataTypes } = require('sequelize');

const sequelize = new Sequelize('sqlite::memory:');

class Singer extends Model {}
Singer.init({ name: DataTypes.STRING }, { sequelize, modelName: 'singer' });

class Record extends Model {
  static init(connection) {
    super.init({ title: DataTypes.STRING }, { sequelize: connection, modelName: 'record' });
  }
  asCard() {
    if (!this.singers) throw new Error('a record without singers');
    return { title: this.title, singers: this.singers.map((singer) => singer.name) };
  }
}
Record.init(sequelize);
Record.belongsToMany(Singer, { through: 'record_singers' });

class Box extends Model {
  static init(connection) {
    super.init({ shelf: DataTypes.STRING, kind: DataTypes.STRING }, { sequelize: connection, modelName: 'box' });
    Box.belongsTo(connection.models.record, { foreignKey: 'contentId' });
    // What was found is put elsewhere.
    Box.addHook('afterFind', (found) => {
      if (!found) return;
      if (!Array.isArray(found)) found = [found];
      for (const box of found) {
        if (box.kind === 'record' && box.record !== undefined) box.content = box.record;
        delete box.record;
      }
    });
  }
  static allOn(shelf) {
    return this.findAll({
      where: { shelf },
      include: [{ model: this.sequelize.models.record, include: [{ model: this.sequelize.models.singer, through: { attributes: [] } }] }],
    });
  }
  asCard() {
    if (!this.content) throw new Error('an empty box');
    return { shelf: this.shelf, content: this.content.asCard() };
  }
}
Box.init(sequelize);

// By the options, by a method, with a name in front.
const Label = sequelize.define('label', { text: DataTypes.STRING }, { hooks: { afterFind: [(found) => Object.assign(found ?? {}, { read: true })] } });
const Stamp = sequelize.define('stamp', { ink: DataTypes.STRING });
Stamp.afterFind('dry', (found) => {
  Object.assign(found ?? {}, { dry: 'yes' });
});

// Nobody knows what comes with it.
const Parcel = sequelize.define('parcel', { weight: DataTypes.FLOAT });
const partsOf = (name) => require(`./parts/${process.argv[2]}`)[name];

module.exports = { Box, Label, Stamp, Parcel, partsOf };
