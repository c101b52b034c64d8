// A guard that asks robots alone for a key lets everybody else pass; one that lets a certain client pass still asks everybody else.
import { CanActivate, Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

declare const gauge: { owner(token: string): Promise<{ id: string } | null> };

@Injectable()
class RobotGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const agent: string = request.headers['user-agent'] || '';
    if (agent && !/crawler|curl|python/i.test(agent)) return true;
    if (await this.isKnown(request)) return true;
    throw new ForbiddenException('robots are kept out');
  }
  private async isKnown(request: { headers: Record<string, string> }): Promise<boolean> {
    const token = request.headers.authorization;
    if (!token) return false;
    return (await gauge.owner(token)) !== null;
  }
}

@Injectable()
class ProbeGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (/^probe\//.test(request.headers['user-agent'])) return true;
    const token = request.headers.authorization;
    if (!token) throw new UnauthorizedException();
    return (await gauge.owner(token)) !== null;
  }
}

/** The whole header is compared: a name and a password, as the setting has them. */
@Injectable()
class StationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { authorization } = context.switchToHttp().getRequest().headers;
    return authorization === `Basic ${process.env.STATION}`;
  }
}

@Controller('winds')
class WindController {
  @Get()
  @UseGuards(RobotGuard)
  all(): { knots: number } {
    return { knots: 4 };
  }
  @Get('gusts')
  @UseGuards(ProbeGuard)
  gusts(): { knots: number } {
    return { knots: 9 };
  }
  @Get('stations')
  @UseGuards(StationGuard)
  stations(): { knots: number } {
    return { knots: 2 };
  }
}

@Module({ controllers: [WindController] })
class Vane {}

async function start(): Promise<void> {
  const vane = await NestFactory.create(Vane);
  await vane.listen(3000);
}
void start();
