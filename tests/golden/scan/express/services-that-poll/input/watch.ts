import type { Backend } from './backends';

/** Looks at the lamps of a harbour again and again, and at once when somebody has changed one. */
export class Watch {
  private timer: NodeJS.Timeout | null = null;
  lamps: { lamp: string; on: boolean }[] = [];

  constructor(private readonly backend: Backend) {
    this.look();
  }

  private lookLater() {
    this.timer = setTimeout(this.look, 5000);
  }

  look = () => {
    if (this.timer !== null) clearTimeout(this.timer);
    return this.backend.list().then(this.seen).catch(this.dark);
  };

  private seen = (lamps: { lamp: string; on: boolean }[]) => {
    const burning = new Map<string, number>();
    for (const { lamp, on } of lamps) {
      const kind = lamp.split('-')[0]!;
      burning.set(kind, (burning.get(kind) ?? 0) + (on ? 1 : 0));
    }
    this.lamps = lamps.filter(({ lamp }) => burning.get(lamp.split('-')[0]!) !== 0);
    this.lookLater();
    return this.lamps;
  };

  private dark = () => {
    this.lookLater();
    return null;
  };
}
