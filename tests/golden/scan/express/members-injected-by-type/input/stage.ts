import 'reflect-metadata';
import express from 'express';
import { Container as Services } from 'typedi';
import { Container } from 'typescript-ioc';
import { Backstage } from './bound';
import { PlayRoutes } from './typed';

const house = express();
house.use('/front', Services.get(PlayRoutes).router);
(Container.get(Backstage) as Backstage).open(house);
house.listen(3000);
