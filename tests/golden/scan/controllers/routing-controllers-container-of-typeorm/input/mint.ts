import { createExpressServer, Get, JsonController, NotFoundError, Param, useContainer } from 'routing-controllers';
import { Service } from 'typedi';
import { Column, Entity, EntityManager, PrimaryGeneratedColumn } from 'typeorm';
import { Container, InjectManager } from 'typeorm-typedi-extensions';

@Entity('coins')
class Coin {
  @PrimaryGeneratedColumn() id: number;
  @Column() metal: string;
}

// The container of typeorm-typedi-extensions is typedi's: it makes the services, and what they throw is known.
@Service()
class Coins {
  constructor(@InjectManager() private manager: EntityManager) {}
  async find(id: number): Promise<Coin> {
    const coin = await this.manager.findOne(Coin, id);
    if (!coin) throw new NotFoundError('no such coin');
    return coin;
  }
}

@JsonController('/coins')
class CoinController {
  constructor(private coins: Coins) {}
  @Get('/:id') get(@Param('id') id: number) { return this.coins.find(id); }
}

useContainer(Container);
createExpressServer({ controllers: [CoinController] }).listen(8065);
