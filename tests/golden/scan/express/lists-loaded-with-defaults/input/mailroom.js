const express = require('express');
const { DataTypes, Model, Sequelize } = require('sequelize');

const sequelize = new Sequelize('sqlite::memory:');
class Setting extends Model {}
Setting.init({ key: { type: DataTypes.STRING, primaryKey: true }, value: DataTypes.JSON }, { sequelize, modelName: 'setting' });

// What is loaded when the server starts is not the list that stands in where nothing is.
class Post {
  constructor(kept = null) {
    this.boxes = [];
    if (kept) this.boxes = kept.boxes?.map((box) => ({ ...box })) || [];
  }
  box(number) {
    return this.boxes.find((box) => box.number === number);
  }
}
const office = {
  post: null,
  carriers: [],
  async load() {
    const kept = (await Setting.findAll()).map((setting) => setting.value);
    this.post = new Post(kept.find((value) => value.id === 'post'));
    this.carriers = kept[0].carriers || [];
  },
};

async function open() {
  await office.load();
  const app = express();
  app.use(express.json());
  app.get('/boxes/:number', (request, response) => {
    const box = office.post.box(request.params.number);
    if (!box) return response.status(404).json({ message: 'no such box' });
    response.json({ owner: String(box.owner) });
  });
  app.post('/letters', (request, response) => {
    if (!office.carriers.includes(request.body.carrier)) return response.status(422).json({ message: 'no such carrier' });
    response.status(201).json({ carrier: request.body.carrier, carriers: office.carriers.length });
  });
  app.listen(3000);
}
open();
