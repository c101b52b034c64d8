import { Enter, FromQuery, Hall } from '../kit/table';

@Hall('/lobby')
class Lobby {
  @Enter('/desk')
  desk(@FromQuery('guest') guest: string, @FromQuery('night') night: string) { return { guest, night }; }
}
