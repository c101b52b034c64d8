import express from 'express';
import { field } from './files';
import { hedge, late } from './listed';
import { Basket, plant, wood } from './stores';

plant();

const gate = express();
gate.get('/pears', new Basket(wood, 'pear').list);
gate.get('/plums', new Basket(wood, 'plum').list);
gate.get('/quinces', new Basket(hedge, 'Quince').list);
gate.get('/medlars', new Basket(hedge, late).list);
gate.get('/figs', new Basket(field, 'Fig').list);

gate.get('/kinds', (_request, response) => {
  response.json(Object.keys(wood.models).concat(Object.keys(hedge.models)));
});

for (const name of Object.keys(hedge.models)) gate.get(`/kinds/${name}`, (_request, response) => response.json({ name }));

gate.listen(3000);
