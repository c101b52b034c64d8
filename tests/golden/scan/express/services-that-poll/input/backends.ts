import lamps from 'harbour-lamps';

/** Lamps of one maker. When they do not answer they are asked again, later and later. */
export abstract class Backend {
  failures = 0;
  retry: NodeJS.Timeout | null = null;

  constructor(protected readonly address: string) {}

  protected stop() {
    if (this.retry !== null) {
      clearTimeout(this.retry);
      this.retry = null;
    }
  }

  protected retryLater() {
    if (this.retry === null) {
      this.retry = setTimeout(() => {
        this.failures += 1;
        this.stop();
        this.probe().catch(() => undefined);
        this.list().catch(() => undefined);
      }, 1000 * this.failures);
    }
  }

  protected answered = <T>(answer: T): T => {
    this.stop();
    if (this.failures !== 0) this.failures = 0;
    return answer;
  };

  protected failed = (error: Error): never => {
    if (this.failures === 0) this.failures += 1;
    this.retryLater();
    throw error;
  };

  abstract probe(): Promise<void>;
  abstract set(lamp: string, on: boolean): Promise<number>;
  abstract list(): Promise<{ lamp: string; on: boolean }[]>;
}

export class Radio extends Backend {
  probe() {
    return lamps.ping(this.address).then(this.answered, this.failed);
  }
  set(lamp: string, on: boolean) {
    return lamps.radio(this.address, lamp, on).then(this.answered, this.failed);
  }
  list() {
    return lamps
      .radioList(this.address)
      .then(this.answered, this.failed)
      .then((all: any[]) => all.map(({ id, state }) => ({ lamp: String(id), on: state === 'on' })));
  }
}

export class Wire extends Backend {
  async probe() {
    await lamps.knock(this.address).then(this.answered).catch(this.failed);
  }
  set(lamp: string, on: boolean) {
    return lamps.wire(this.address, lamp, on).then(this.answered, this.failed);
  }
  list() {
    return lamps
      .wireList(this.address)
      .then(this.answered, this.failed)
      .then((all: any[]) => all.map(({ number, lit }) => ({ lamp: String(number), on: Boolean(lit) })));
  }
}

export class Gas extends Backend {
  probe() {
    return lamps.sniff(this.address).then(this.answered, this.failed);
  }
  set(lamp: string, on: boolean) {
    return lamps.gas(this.address, lamp, on).then(this.answered, this.failed);
  }
  list() {
    return lamps
      .gasList(this.address)
      .then(this.answered, this.failed)
      .then((all: any[]) => all.map(({ name, pressure }) => ({ lamp: String(name), on: pressure > 0 })));
  }
}

export class Oil extends Backend {
  async probe() {
    await lamps.look(this.address).then(this.answered).catch(this.failed);
  }
  set(lamp: string, on: boolean) {
    return lamps.oil(this.address, lamp, on).then(this.answered, this.failed);
  }
  list() {
    return lamps
      .oilList(this.address)
      .then(this.answered, this.failed)
      .then((all: any[]) => all.map(({ name, burns }) => ({ lamp: String(name), on: Boolean(burns) })));
  }
}
