export interface UsageDetails {
  /** What went wrong, for programs: `endpoint/unknown`. Never renamed. */
  readonly code?: string;
  /** What could have been meant, nearest first. */
  readonly candidates?: readonly string[];
}

/**
 * The arguments, the configuration or a file under `.tool/` are not what the command needs. Never used for what the
 * user's sources contain (that is a diagnostic) nor for our own mistakes (that is a Bug).
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /**
   * @param message what is wrong, and why it matters
   * @param help what to do
   */
  constructor(
    message: string,
    readonly help?: string,
    readonly details: UsageDetails = {},
  ) {
    super(message);
  }
}

/** Other layers throw their own class of this name; the name is the contract, so that none of them depends on this folder. */
export const isUsageError = (error: unknown): error is Error & { help?: string; details?: UsageDetails } =>
  error instanceof Error && error.name === 'UsageError';
