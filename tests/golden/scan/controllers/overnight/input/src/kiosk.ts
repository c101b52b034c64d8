// A server class of the program, controllers as objects, children below their parents, fields before methods, middlewares in the order in which they are
// written, and wrappers around what a class handles.
import { Server } from '@overnightjs/core';
import express from 'express';
import { PapersController } from './papers';

class Kiosk extends Server {
  constructor() {
    super(true);
    this.app.use(express.json());
    super.addControllers([new PapersController('morning')], undefined, (request, response, next) => next());
  }

  open(port: number): void { this.app.listen(port); }
}

new Kiosk().open(4600);
