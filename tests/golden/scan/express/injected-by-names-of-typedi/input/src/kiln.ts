import 'reflect-metadata';
import express from 'express';
import { Container, Inject, Service } from 'typedi';

@Service()
class Glaze { colours() { return ['blue', 'ash']; } }

@Service()
class Kiln {
  @Inject('heat') private readonly heat!: number;
  @Inject(() => Glaze) private readonly glaze!: Glaze;
  constructor(@Inject('pots') private readonly pots: { find(id: string): { id: string; fired: boolean } }) {}
  fire(id: string) { return { pot: this.pots.find(id), heat: this.heat, colours: this.glaze.colours() }; }
}

Container.set('heat', 900);
Container.set('pots', { find: (id: string) => ({ id, fired: true }) });

const kiln = express();
kiln.post('/pots/:id', (request, response) => { response.json(Container.get(Kiln).fire(request.params.id)); });
kiln.listen(8080);
