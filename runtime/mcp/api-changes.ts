import type { Model } from '../../schemas/index.js';
import { committedModel } from '../project/committed-model.js';
import { diffModels, LEVELS } from '../review/index.js';
import { emptyModel } from '../store/index.js';
import { ANSWER_CHARACTERS, thatFit } from './answer.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import type { Session } from './session.js';

/** What changed for the clients of the API between a commit and the present model, what breaks them first. */
export async function apiChanges(session: Session, model: Model, since: string, cursor: string | undefined): Promise<object> {
  const before = await committedModel(session.root, since);
  const { totals, changes } = diffModels(before ?? emptyModel('', new Date(0)), model);
  const ordered = [...changes].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const start = decodeCursor(cursor, since, model.generatedAt, changes.length);
  const rows = thatFit(ordered.slice(start), ANSWER_CHARACTERS - 800);
  const end = start + rows.length;
  return {
    since,
    totals,
    changes: rows,
    ...(before === null
      ? { note: `${since} has no .tool/model.json: everything counts as new.` }
      : changes.length === 0
        ? { note: 'Clients notice nothing.' }
        : {}),
    ...(end < ordered.length
      ? {
          next: encodeCursor(end, since, model.generatedAt, changes.length),
          more: `${ordered.length - end} more: repeat with cursor = next`,
        }
      : {}),
  };
}
