import { Model } from 'objection';

class Base extends Model {
  id!: number;
  createdAt!: string;
}
export class Choir extends Base {
  static tableName = 'choirs';
  title!: string;
  singers?: Singer[];
  static relationMappings = () => ({ singers: { relation: Model.HasManyRelation, modelClass: Singer, join: { from: 'choirs.id', to: 'singers.choir_id' } } });
}
export class Singer extends Base {
  static override tableName = 'singers';
  name!: string;
  voice!: 'alto' | 'bass';
  choir_id!: number | null;
}
