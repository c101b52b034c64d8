import { makeServer } from './server';

makeServer().listen(4800);
