import type { JSONPath } from 'jsonc-parser';

/** How a client starts the server. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** One client that reads its servers from a file. */
export interface Editor {
  /** As `--editor` takes it. */
  readonly name: string;
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** `project`: relative to the project root; `home`: relative to the user's home folder, one file for all projects. */
  readonly place: 'project' | 'home';
  readonly file: string;
  /** Where the entry stands in a JSON file. */
  readonly path: JSONPath;
  /** The entry as this client writes it. */
  readonly entry: (start: StartCommand) => object;
  /** What stands for the project's root in arguments, where the client knows such a thing. Others start servers in the root, or need the path itself. */
  readonly rootVariable?: string;
  /** What the person has to do afterwards. */
  readonly next: string;
}
