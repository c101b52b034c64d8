import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { scanProject } from '../../compiler/scan.js';

/** Values that go to columns which refer to another table name records of that table, whatever they are called. */

const APP = "const express = require('express');\nconst desk = express();\ndesk.use(express.json());\n";

async function links(packages: readonly string[], files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-references-'));
  try {
    const all = {
      'package.json': JSON.stringify({
        name: 'desk',
        main: 'desk.js',
        dependencies: Object.fromEntries(['express', ...packages].map((name) => [name, '*'])),
      }),
      ...files,
    };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return (await scanProject({ root })).endpointSet.links
      .map(({ consumer, usedAs, producer, field }) => `${consumer} ${usedAs} <- ${producer} ${field}`)
      .sort();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe('columns that refer to other tables', () => {
  const mongoose = (routes: string): Promise<readonly string[]> =>
    links(['mongoose'], {
      'desk.js': `${APP}
    const mongoose = require('mongoose');
    const to = (model) => ({ type: mongoose.Schema.Types.ObjectId, ref: model });
    const Person = mongoose.model('Person', new mongoose.Schema({ name: String }));
    const Task = mongoose.model('Task', new mongoose.Schema({ title: String, owner: to('Person'), watchers: [to('Person')], after: to('Task') }));
    desk.post('/staff', async (req, res) => { const made = await Person.create({ name: req.body.name }); res.status(201).json({ id: made.id }); });
    ${routes}
    desk.listen(3000);`,
    });

  test('Mongoose: `ref`, in a document made of the whole body, in lists, in updates and in conditions; what makes a task takes no task', async () => {
    expect(
      await mongoose(`
      desk.post('/tasks', async (req, res) => { const made = await Task.create(req.body); res.status(201).json({ id: made.id }); });
      desk.patch('/tasks/:id/owner', async (req, res) => { await Task.updateOne({ _id: req.params.id }, { owner: req.body.to }); res.json({ done: true }); });
      desk.get('/tasks', async (req, res) => { const found = await Task.find({ owner: req.query.of }); res.json({ count: found.length }); });`),
    ).toEqual([
      'GET /tasks query:of <- POST /staff id',
      'PATCH /tasks/:id/owner body:to <- POST /staff id',
      'PATCH /tasks/:id/owner path:id <- POST /tasks id',
      'POST /tasks body:owner <- POST /staff id',
      'POST /tasks body:watchers.0 <- POST /staff id',
    ]);
  });

  test('of a table that two endpoints write there is no link, nor of a column that the caller does not fill', async () => {
    expect(
      await mongoose(`
      desk.post('/guests', async (req, res) => { const made = await Person.create({ name: req.body.name }); res.status(201).json({ id: made.id }); });
      desk.post('/tasks', async (req, res) => { const made = await Task.create({ title: req.body.title, owner: req.body.owner }); res.status(201).json({ id: made.id }); });`),
    ).toEqual([]);
    expect(
      await mongoose(`
      desk.post('/tasks', async (req, res) => { const made = await Task.create({ title: req.body.owner, owner: req.user.id }); res.status(201).json({ id: made.id }); });`),
    ).toEqual([]);
  });

  test('Sequelize: `belongsTo` and `references`', async () => {
    expect(
      await links(['sequelize'], {
        'desk.js': `${APP}
      const { Sequelize, DataTypes } = require('sequelize');
      const db = new Sequelize('sqlite::memory:');
      const Person = db.define('Person', { name: DataTypes.STRING });
      const Task = db.define('Task', { title: DataTypes.STRING, reviewer: { type: DataTypes.INTEGER, references: { model: Person, key: 'id' } } });
      Task.belongsTo(Person, { as: 'owner', foreignKey: 'ownedBy' });
      desk.post('/staff', async (req, res) => { const made = await Person.create({ name: req.body.name }); res.status(201).json({ id: made.id }); });
      desk.post('/tasks', async (req, res) => { await Task.create({ title: req.body.title, ownedBy: req.body.ownedBy, reviewer: req.body.checker }); res.sendStatus(201); });
      desk.listen(3000);`,
      }),
    ).toEqual(['POST /tasks body:checker <- POST /staff id', 'POST /tasks body:ownedBy <- POST /staff id']);
  });

  test('Prisma: `@relation`', async () => {
    expect(
      await links(['@prisma/client'], {
        'prisma/schema.prisma':
          'model Person {\n  id Int @id @default(autoincrement())\n  name String\n  tasks Task[]\n}\nmodel Task {\n  id Int @id @default(autoincrement())\n  title String\n  ownedBy Int\n  owner Person @relation(fields: [ownedBy], references: [id])\n}\n',
        'desk.js': `${APP}
        const { PrismaClient } = require('@prisma/client');
        const prisma = new PrismaClient();
        desk.post('/staff', async (req, res) => { const made = await prisma.person.create({ data: { name: req.body.name } }); res.status(201).json({ id: made.id }); });
        desk.post('/tasks', async (req, res) => { await prisma.task.create({ data: { title: req.body.title, ownedBy: req.body.who } }); res.sendStatus(201); });
        desk.listen(3000);`,
      }),
    ).toEqual(['POST /tasks body:who <- POST /staff id']);
  });

  test('MikroORM: relations of an entity that is made of the whole body', async () => {
    expect(
      await links(['@mikro-orm/core', '@mikro-orm/sqlite'], {
        'desk.js': `${APP}
      const { EntitySchema } = require('@mikro-orm/core');
      const { MikroORM } = require('@mikro-orm/sqlite');
      const Person = new EntitySchema({ name: 'Person', properties: { id: { type: 'number', primary: true }, name: { type: 'string' } } });
      const Task = new EntitySchema({ name: 'Task', properties: { id: { type: 'number', primary: true }, title: { type: 'string' }, owner: { kind: 'm:1', entity: () => Person } } });
      const ready = MikroORM.init({ entities: [Person, Task], dbName: ':memory:' });
      desk.post('/staff', async (req, res) => { const { em } = await ready; const made = em.create(Person, { name: req.body.name }); await em.flush(); res.status(201).json({ id: made.id }); });
      desk.post('/tasks', async (req, res) => { const { em } = await ready; if (!req.body.owner) return res.sendStatus(400); em.create(Task, req.body); await em.flush(); return res.sendStatus(201); });
      desk.listen(3000);`,
      }),
    ).toEqual(['POST /tasks body:owner <- POST /staff id']);
  });

  test.each([["table.integer('owner').references('id').inTable('people')"], ["table.integer('owner').references('people.id')"]])(
    'Knex: %s',
    async (column) => {
      expect(
        await links(['knex'], {
          'migrations/1.js': `exports.up = async (knex) => {
        await knex.schema.createTable('people', (table) => { table.increments(); table.string('name'); });
        await knex.schema.createTable('tasks', (table) => { table.increments(); table.string('title'); ${column}; });
      };`,
          'desk.js': `${APP}
        const knex = require('knex')({ client: 'pg' });
        desk.post('/staff', async (req, res) => { const [made] = await knex('people').insert({ name: req.body.name }).returning('*'); res.status(201).json({ id: made.id }); });
        desk.post('/tasks', async (req, res) => { await knex('tasks').insert({ title: req.body.title, owner: req.body.owner }); res.sendStatus(201); });
        desk.listen(3000);`,
        }),
      ).toEqual(['POST /tasks body:owner <- POST /staff id']);
    },
  );

  const PEOPLE = "desk.post('/staff', async (req, res) => { res.status(201).json(await hire(req.body.name)); });";

  test('Prisma: a record that is connected; a record that is made with it is none', async () => {
    expect(
      await links(['@prisma/client'], {
        'prisma/schema.prisma': `generator client { provider = "prisma-client-js" }
        datasource db { provider = "postgresql"
          url = env("URL") }
        model Person { id Int @id @default(autoincrement())
          name String
          tasks Task[] }
        model Task { id Int @id @default(autoincrement())
          title String
          owner Int
          person Person @relation(fields: [owner], references: [id]) }`,
        'desk.js': `${APP}
        const { PrismaClient } = require('@prisma/client');
        const db = new PrismaClient();
        const hire = (name) => db.person.create({ data: { name } });
        ${PEOPLE}
        desk.post('/tasks', async (req, res) => { res.status(201).json(await db.task.create({ data: { title: req.body.title, person: { connect: { id: req.body.by } } } })); });
        desk.post('/errands', async (req, res) => { await db.task.create({ data: { title: req.body.title, person: { create: { name: req.body.by } } } }); res.sendStatus(201); });
        desk.listen(3000);`,
      }),
    ).toEqual(['POST /tasks body:by <- POST /staff id']);
  });

  test('Drizzle: `references`', async () => {
    expect(
      await links(['drizzle-orm'], {
        'desk.js': `${APP}
      const { pgTable, serial, text, integer } = require('drizzle-orm/pg-core');
      const { drizzle } = require('drizzle-orm/node-postgres');
      const people = pgTable('people', { id: serial('id').primaryKey(), name: text('name').notNull() });
      const tasks = pgTable('tasks', { id: serial('id').primaryKey(), title: text('title'), owner: integer('owner').references(() => people.id), weight: integer('weight') });
      const db = drizzle(process.env.URL);
      const hire = async (name) => { const [made] = await db.insert(people).values({ name }).returning(); return made; };
      ${PEOPLE}
      desk.post('/tasks', async (req, res) => { const [made] = await db.insert(tasks).values({ title: req.body.title, owner: req.body.by, weight: req.body.weight }).returning(); res.status(201).json(made); });
      desk.listen(3000);`,
      }),
    ).toEqual(['POST /tasks body:by <- POST /staff id']);
  });

  test('TypeORM: the column of a relation, however it is called, and a record that holds nothing but the key', async () => {
    const entities = `import { Column, DataSource, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
      @Entity() export class Person { @PrimaryGeneratedColumn() id: number; @Column() name: string; }
      @Entity() export class Task {
        @PrimaryGeneratedColumn() id: number; @Column() title: string; @Column({ name: 'made_for' }) customer: number; @Column() helperId: number; @Column() weight: number;
        @ManyToOne(() => Person) @JoinColumn({ name: 'made_for' }) person: Person;
        @ManyToOne(() => Person) helper: Person;
      }
      export const source = new DataSource({ type: 'postgres' });`;
    expect(
      await links(['typeorm', 'typescript'], {
        'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true } }',
        'entities.ts': entities,
        'package.json': JSON.stringify({ name: 'desk', main: 'desk.ts', dependencies: { express: '*', typeorm: '*' } }),
        'desk.ts': `
      import express from 'express';
      import { Person, Task, source } from './entities';
      const desk = express();
      desk.use(express.json());
      const hire = (name: string) => source.getRepository(Person).save({ name });
      ${PEOPLE}
      const tasks = source.getRepository(Task);
      desk.post('/tasks', async (req, res) => { res.status(201).json(await tasks.save(tasks.create({ title: req.body.title, customer: req.body.for, helperId: req.body.with, weight: req.body.weight }))); });
      desk.put('/tasks/:id', async (req, res) => { await tasks.save({ id: Number(req.params.id), title: req.body.title, person: { id: req.body.for } }); res.json({ done: true }); });
      desk.listen(3000);`,
      }),
    ).toEqual(
      expect.arrayContaining([
        'POST /tasks body:for <- POST /staff id',
        'POST /tasks body:with <- POST /staff id',
        'PUT /tasks/:id body:for <- POST /staff id',
      ]),
    );
  });
});
