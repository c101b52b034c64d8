const express = require('express');
const mongoose = require('mongoose');
const { MongoClient } = require('mongodb');
const { PrismaClient } = require('@prisma/client');
const { Sequelize, DataTypes } = require('sequelize');

const Hive = mongoose.model('Hive', new mongoose.Schema({ place: { type: String, required: true }, frames: Number }));
const sequelize = new Sequelize('bees', 'keeper', 'secret', { dialect: 'postgres' });
const Queen = sequelize.define('Queen', { name: { type: DataTypes.STRING, allowNull: false }, year: DataTypes.INTEGER });
const prisma = new PrismaClient();
const visits = new MongoClient(process.env.MONGO_URL).db().collection('visits');

const apiary = express();
apiary.use(express.json());

apiary.post('/hives/many', async (request, response) => {
  const hives = await Hive.insertMany(request.body.hives);
  response.status(201).json({ count: hives.length, hives });
});
// The body itself is the list.
apiary.post('/hives/all', async (request, response) => {
  response.status(201).json(await Hive.insertMany(request.body));
});
// What is one record gives a list of one.
apiary.post('/hives/first', async (request, response) => {
  response.status(201).json(await Hive.insertMany({ place: request.body.place }));
});
apiary.post('/hives', async (request, response) => {
  response.status(201).json(await Hive.create(request.body.hive));
});

apiary.post('/queens/many', async (request, response) => {
  const queens = await Queen.bulkCreate(request.body.queens);
  response.status(201).json({ count: queens.length });
});
apiary.post('/queens', async (request, response) => {
  response.status(201).json(await Queen.create(request.body));
});

apiary.post('/jars/many', async (request, response) => {
  response.status(201).json(await prisma.jar.createMany({ data: request.body.jars }));
});
apiary.post('/visits/many', async (request, response) => {
  const { insertedCount } = await visits.insertMany(request.body.visits);
  response.status(201).json({ insertedCount });
});
apiary.listen(8080);
