/** What a command's exit status says. Scripts rely on these numbers: they are never renumbered. */
export const ExitCode = {
  success: 0,
  /** The command did its work and found something that needs attention. */
  findings: 1,
  /** Unknown argument or endpoint, not initialised, an invalid config, model or workflow file. */
  usage: 2,
  targetUnreachable: 3,
  /** A mistake of ours. */
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
