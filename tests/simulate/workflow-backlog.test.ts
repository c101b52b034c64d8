import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createBacklog } from '../../runtime/workflow/run/backlog.js';

const twoTurns = async (): Promise<void> => {
  await nextTurn();
  await nextTurn();
};

describe('work that no request waits for', () => {
  test('is done after what was begun before it, in its order', async () => {
    const done: string[] = [];
    const backlog = createBacklog();
    backlog.add(() => {
      done.push('first');
    });
    backlog.add(() => {
      done.push('second');
    });
    done.push('the request is sent');
    setImmediate(() => {
      done.push('a turn later, too');
    });
    await twoTurns();
    expect(done).toEqual(['the request is sent', 'a turn later, too', 'first', 'second']);
    backlog.add(() => {
      done.push('third');
    });
    await twoTurns();
    expect(done.at(-1)).toBe('third');
  });

  test('is done when the run ends, once', async () => {
    const done: string[] = [];
    const backlog = createBacklog();
    backlog.add(() => {
      done.push('last');
    });
    backlog.finish();
    await twoTurns();
    expect(done).toEqual(['last']);
  });

  test('tells at the end what went wrong', async () => {
    const backlog = createBacklog();
    backlog.add(() => {
      throw new Error('broken record');
    });
    await twoTurns();
    expect(() => {
      backlog.finish();
    }).toThrow('broken record');
  });
});
