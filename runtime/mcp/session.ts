import { statSync, type BigIntStats } from 'node:fs';
import type { Model } from '../../schemas/index.js';
import { readProjectModel } from '../project/project-model.js';
import { storePaths } from '../store/index.js';
import { CompilerThread } from './compiler-thread.js';
import type { Group } from './tool.js';

export interface SessionOptions {
  /** Absolute real path of the project. */
  readonly root: string;
  readonly toolVersion: string;
  /** Groups of tools beside `core`. */
  readonly groups: ReadonlySet<Group>;
  /** Offer only tools that change nothing and call no server. */
  readonly readOnly: boolean;
  /** Adapters that the project names are code of the project: loading them was allowed. */
  readonly allowAdapters: boolean;
  /** Base URLs beside those of the model's environments that live calls may go to. */
  readonly allowedUrls: readonly string[];
}

/** What the tools of one server work with. One server serves one project. */
export class Session {
  readonly compiler = new CompilerThread();
  #model: { readonly stamp: string; readonly model: Model } | null = null;

  constructor(readonly options: SessionOptions) {}

  get root(): string {
    return this.options.root;
  }

  /** Identifies the content of the model file; `''` when there is none. Files are replaced as a whole, so a new content is a new inode. */
  modelStamp(): string {
    const stats: BigIntStats | undefined = statSync(storePaths(this.root).model, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? '' : `${stats.ino}.${stats.mtimeNs}.${stats.size}`;
  }

  /**
   * The model as it is in the file now. Reading and checking a large one takes longer than an answer may, hence the memory.
   * @throws UsageError when there is none, or when it is damaged
   */
  async model(): Promise<Model> {
    const stamp = this.modelStamp();
    if (stamp !== '' && this.#model?.stamp === stamp) return this.#model.model;
    const model = await readProjectModel(this.root);
    this.#model = { stamp, model };
    return model;
  }

  /** The model that was read last, whatever the file holds now; null when none was. */
  lastModel(): Model | null {
    return this.#model?.model ?? null;
  }

  /** The model, or null when the project has none yet. A damaged one is an error all the same. */
  async modelIfAny(): Promise<Model | null> {
    return this.modelStamp() === '' ? null : this.model();
  }

  async close(): Promise<void> {
    await this.compiler.close();
  }
}
