import { Authorized, Get, JsonController, Method, Param, UseBefore, createParamDecorator } from 'routing-controllers';
import { Service } from 'typedi';
import { Berths } from '../services/Berths';
import { ListingController } from './ListingController';

const Tide = () => createParamDecorator({ value: (action) => action.request.headers['x-tide'] });
const lookout = (request: any, response: any, next: () => void): void => { if (request.query.fog) response.status(503).json({ reason: 'fog' }); else next(); };

@Service()
@Authorized()
@JsonController('/berths')
@UseBefore(lookout)
export class BerthController extends ListingController<{ berth: number; length: number }> {
  constructor(private readonly berths: Berths) { super(); }

  protected everything() { return this.berths.free(); }

  @Get('/:berth')
  one(@Param('berth') berth: string, @Tide() tide: string) { return { berth, tide }; }

  @Method('patch', '/:berth')
  move(@Param('berth') berth: string) { throw new Error('stuck'); }
}
