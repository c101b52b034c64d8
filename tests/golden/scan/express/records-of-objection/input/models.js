const { Model } = require('objection');

class Tree extends Model {
  static get tableName() { return 'trees'; }
  static get jsonSchema() {
    return {
      type: 'object', required: ['species'],
      properties: { id: { type: 'integer' }, species: { type: 'string', minLength: 2, maxLength: 40 }, height: { type: 'number', minimum: 0 }, alive: { type: 'boolean', default: true }, gardenerId: { type: ['integer', 'null'] } },
    };
  }
  static get relationMappings() {
    return { gardener: { relation: Model.BelongsToOneRelation, modelClass: Gardener, join: { from: 'trees.gardenerId', to: 'gardeners.id' } }, fruits: { relation: Model.HasManyRelation, modelClass: () => Fruit, join: { from: 'trees.id', to: 'fruits.treeId' } } };
  }
}
class Gardener extends Model {
  static tableName = 'gardeners';
  static jsonSchema = { type: 'object', required: ['name', 'secret'], properties: { id: { type: 'integer' }, name: { type: 'string' }, secret: { type: 'string' } } };
  $formatJson(json) { const { secret, ...rest } = super.$formatJson(json); return rest; }
}
class Fruit extends Model {
  static tableName = 'fruits';
  static jsonSchema = { type: 'object', required: ['id', 'weight'], properties: { id: { type: 'integer' }, weight: { type: 'number' } } };
}
// Nothing says what it holds.
class Stone extends Model { static tableName = 'stones'; }
module.exports = { Tree, Gardener, Stone };
