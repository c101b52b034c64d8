// Decorators that the program wrote itself, in three ways: metadata of members read from an object, a list of routes on the class, and a table that
// decorators fill; with a method called through a cast, parameters that decorators fill in, and decorators that replace the method.
import 'reflect-metadata';
import express from 'express';
import { assemble } from './kit/assemble';
import { mountAll } from './kit/table';
import { Suite } from './rooms/Suite';
import { Attic } from './rooms/Attic';
import './rooms/Lobby';

const hotel = express();
const floor = express.Router();
assemble(floor, Suite, ['sea']);
hotel.use('/floor', floor);
new Attic().attach(hotel);
mountAll(hotel);
hotel.listen(5000);
