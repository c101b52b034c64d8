import { isUsageError } from '../usage-error.js';

/** `problem`: something does not work or is wrong. `warning`: it works, and a person should look at it. `skipped`: nothing to look at. */
export type CheckStatus = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Check {
  /** `ignore-rules`. Never renamed: scripts look for it. */
  readonly id: string;
  readonly status: CheckStatus;
  /** What was found. */
  readonly message: string;
  /** What to do; present unless there is nothing to do. */
  readonly remedy?: string;
  /** Folder of the server it belongs to, in a repository that holds several. */
  readonly server?: string;
}

export const ok = (id: string, message: string): Check => ({ id, status: 'ok', message });
export const skipped = (id: string, message: string): Check => ({ id, status: 'skipped', message });
export const warning = (id: string, message: string, remedy: string): Check => ({ id, status: 'warning', message, remedy });
export const problem = (id: string, message: string, remedy: string): Check => ({ id, status: 'problem', message, remedy });

/** The doctor never fails on what it looks at: a damaged file is a result. What is not the user's doing is one, too, since the other checks still help. */
export async function guarded(
  id: string,
  look: () => Check | readonly Check[] | Promise<Check | readonly Check[]>,
): Promise<readonly Check[]> {
  try {
    const found = await look();
    return Array.isArray(found) ? (found as readonly Check[]) : [found as Check];
  } catch (error) {
    if (isUsageError(error)) return [problem(id, error.message, error.help ?? 'See the message.')];
    return [
      problem(
        id,
        `The check itself failed: ${error instanceof Error ? error.message : String(error)}`,
        'This is a mistake in tool. Please report it with this message.',
      ),
    ];
  }
}
