import type { HookPlace } from './hook-place.js';

export interface HookOutcome {
  /** The file that holds the hook, absolute. */
  readonly file: string;
  /** `absent`: there was nothing to remove. */
  readonly state: 'installed' | 'updated' | 'unchanged' | 'removed' | 'absent';
  /** What else a person has to do or know. */
  readonly notes?: readonly string[];
}

/** One way in which projects run hooks. It changes nothing but what it added itself. */
export interface HookManager {
  readonly name: 'husky' | 'lefthook' | 'pre-commit' | 'git';
  readonly title: string;
  detect(place: HookPlace): boolean;
  /** @throws UsageError when the file that is there cannot take the hook; it stays as it is */
  install(place: HookPlace): HookOutcome;
  uninstall(place: HookPlace): HookOutcome;
}
