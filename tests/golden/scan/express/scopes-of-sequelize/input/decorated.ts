import express, { Router } from 'express';
import { AllowNull, BelongsTo, Column, DefaultScope, ForeignKey, HasMany, Model, Scopes, Sequelize, Table } from 'sequelize-typescript';

@DefaultScope(() => ({ attributes: { exclude: ['pin'] } }))
@Scopes(() => ({
  secret: { attributes: ['id', 'pin'] },
  withCards: { include: [Card] },
}))
@Table({ timestamps: false })
class Holder extends Model {
  @AllowNull(false) @Column name!: string;
  @AllowNull(false) @Column pin!: string;
  @HasMany(() => Card) cards!: Card[];
}

@Table({ timestamps: false })
class Card extends Model {
  @AllowNull(false) @Column number!: string;
  @ForeignKey(() => Holder) @AllowNull(false) @Column holderId!: number;
  @BelongsTo(() => Holder) holder!: Holder;
}

export const database = new Sequelize({ dialect: 'sqlite', storage: ':memory:', models: [Holder, Card] });

export const holders: Router = express.Router();
holders.get('/', async (req, res) => res.json(await Holder.findAll()));
holders.get('/secret', async (req, res) => res.json(await Holder.scope('secret').findAll()));
holders.get('/cards', async (req, res) => res.json(await Holder.scope(['defaultScope', 'withCards']).findAll()));
