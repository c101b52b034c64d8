import type { HookPlace } from './hook-place.js';

export interface HookOutcome {
  /** The file that holds the hook, absolute. */
  readonly file: string;
  /** `absent`: there was nothing to remove. */
  readonly state: 'installed' | 'updated' | 'unchanged' | 'removed' | 'absent';
}

/** One way in which projects run hooks. It changes nothing but what it added itself. */
export interface HookManager {
  readonly name: 'husky' | 'lefthook' | 'pre-commit' | 'git';
  readonly title: string;
  detect(place: HookPlace): boolean;
  /** The file that holds the hook, or would. */
  fileOf(place: HookPlace): string | undefined;
  /** Whether git comes to that file in this checkout. */
  isActive(place: HookPlace): boolean;
  /** What makes it come there. */
  readonly activate: string;
  /** @throws UsageError when the file that is there cannot take the hook; it stays as it is */
  install(place: HookPlace): HookOutcome;
  uninstall(place: HookPlace): HookOutcome;
}
