import { CanActivate, ForbiddenException, Injectable, OnModuleInit } from '@nestjs/common';
import { pathExists, readJson } from 'fs-extra';

@Injectable()
export class Settings {
  isManned = true;
  isLit = false;
  depth = 4;
  file = process.env.KEEPERS || '/var/lighthouse/keepers.json';
}

// What a constructor starts and does not wait for goes on when the application is there.
@Injectable()
export class Keepers {
  constructor(private readonly settings: Settings) {
    void this.lookForKeepers();
  }

  async lookForKeepers(): Promise<void> {
    if (!(await pathExists(this.settings.file))) {
      this.settings.isManned = false;
      return;
    }
    const keepers: { name: string; chief: boolean }[] = await readJson(this.settings.file);
    if (!keepers.some((keeper) => keeper.chief)) this.settings.isManned = false;
  }

  take(name: string): { name: string } {
    if (this.settings.isManned) throw new ForbiddenException();
    this.settings.isManned = true;
    return { name };
  }

  password(): { password: string } {
    if (this.settings.isManned !== false) throw new ForbiddenException();
    return { password: 'beacon' };
  }
}

@Injectable()
export class Logbook implements OnModuleInit {
  constructor(private readonly settings: Settings) {}

  async onModuleInit(): Promise<void> {
    const { lit } = await readJson('/var/lighthouse/lamp.json');
    if (lit) this.settings.isLit = true;
  }

  light(): { lit: boolean } {
    if (!this.settings.isLit) throw new ForbiddenException('dark');
    return { lit: true };
  }

  // Nothing changes that one.
  deep(): { depth: number } {
    if (this.settings.depth > 9) throw new ForbiddenException('deep');
    return { depth: this.settings.depth };
  }
}

@Injectable()
export class StillUnmanned implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(): boolean {
    return !this.settings.isManned;
  }
}
