import { BadRequestException, Injectable, PipeTransform } from '@nestjs/common';

export class JsonPipe implements PipeTransform {
  transform(value: any) {
    if (!value) return undefined;
    try {
      return JSON.parse(value);
    } catch {
      throw new BadRequestException('no JSON');
    }
  }
}

@Injectable()
export class RangePipe implements PipeTransform<string, { from: number; to: number }> {
  transform(value: string) {
    const [from, to] = value.split('-');
    return { from: Number(from), to: Number(to) };
  }
}

// Gives what it gets.
export class TracePipe implements PipeTransform {
  transform(value: unknown) {
    console.log(value);
    return value;
  }
}

// Nothing stays nothing, and what is read already is left.
export class LenientPipe implements PipeTransform {
  transform(value: any) {
    if (!value || typeof value === 'object') return value;
    return JSON.parse(value);
  }
}

export class TryingPipe implements PipeTransform {
  transform(value: any) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
}

// Reads members: no text.
export class DefaultsPipe implements PipeTransform {
  transform(value: any) {
    if (!value) return value;
    return { ...value, depth: value.depth ?? 3 };
  }
}
