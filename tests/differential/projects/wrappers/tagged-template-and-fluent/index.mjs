import express, { Router } from 'express';
const p = (strings, ...parts) => '/' + String.raw({ raw: strings }, ...parts.map((part) => (typeof part === 'symbol' ? `:${part.description}` : part))).trim().split(/\s+/).join('/');
const stoat = Symbol('stoat');
class Fluent {
  #router = Router();
  #prefix = '';
  at(prefix) { this.#prefix = prefix; return this; }
  guard(...fns) { this.#router.use(this.#prefix || '/', ...fns); return this; }
  on(verb, path, run) { this.#router[verb](this.#prefix + path, run); return this; }
  end() { return this.#router; }
}
const den = new Fluent()
  .on('get', p`stoats`, (req, res) => res.end())
  .at('/burrow')
  .guard(function digs(req, res, next) { next(); })
  .on('post', p`stoats ${stoat}`, (req, res) => res.end())
  .at('')
  .on('delete', p`stoats ${stoat} tail`, (req, res) => res.end())
  .end();
express().use(den).listen(1);
