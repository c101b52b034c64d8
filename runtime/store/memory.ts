import { validate, type Memory } from '../../schemas/index.js';
import { writeAtomically } from './atomic-write.js';
import { cloneJson, setOwn } from './clone-json.js';
import { ensureFolder } from './init.js';
import { withLock } from './lock.js';
import { storePaths } from './paths.js';
import { readJson } from './read-json.js';
import { UsageError } from './usage-error.js';

/** `<scope>:<key>`, taken apart. */
export interface MemoryAddress {
  readonly scope: string;
  readonly key: string;
}

export interface MemoryEntry extends MemoryAddress {
  readonly value: string;
  /** ISO 8601 UTC. Absent: it does not expire. */
  readonly expiresAt?: string;
}

/**
 * Reads `<scope>:<key>`. The key begins after the first colon and may hold others.
 * @throws UsageError
 */
export function parseMemoryAddress(text: string): MemoryAddress {
  const colon = text.indexOf(':');
  const scope = text.slice(0, Math.max(colon, 0));
  const key = text.slice(colon + 1);
  const wrong = (why: string): UsageError =>
    new UsageError({
      what: `"${text}" is no place in the memory.`,
      why,
      help: 'Write it as <scope>:<key>, for example workflow:accessToken or global:baseUrl.',
    });
  if (colon < 0) throw wrong('There is no colon between scope and key.');
  if (!/^[A-Za-z_][\w-]*$/.test(scope)) throw wrong('A scope is one word of letters, digits, "_" and "-".');
  if (scope === 'human') throw wrong('"human:" asks a person in workflows, so nothing could ever be read from it.');
  // A key with braces or with spaces at its ends could not be written in a template.
  if (key === '' || key !== key.trim() || /[{}\u0000-\u001f]/.test(key))
    throw wrong('A key is not empty, has no spaces at its ends and no braces.');
  return { scope, key };
}

/**
 * What simulations and workflows remember; empty when there is no file.
 * @throws UsageError when the file is damaged. The message repeats no value: they are credentials.
 */
export const readMemory = (root: string): Memory =>
  readJson('memory', storePaths(root).memory, root, {
    purpose: 'It holds what earlier steps captured, and later steps would go without it.',
    help: 'Repair it, or delete it and run the workflow again from its first step. It was not changed.',
  }) ?? {};

/** One value; undefined when there is none or when it has expired. */
export function memoryValue(memory: Memory, { scope, key }: MemoryAddress, now: Date = new Date()): string | undefined {
  const values = Object.hasOwn(memory, scope) ? memory[scope]! : {};
  const entry = Object.hasOwn(values, key) ? values[key]! : undefined;
  if (entry === undefined || typeof entry === 'string') return entry;
  return entry.expiresAt !== undefined && Date.parse(entry.expiresAt) <= now.getTime() ? undefined : entry.value;
}

/** Everything that has not expired, by scope, in the order of the file. */
export const memoryEntries = (memory: Memory, now: Date = new Date()): MemoryEntry[] =>
  Object.entries(memory).flatMap(([scope, values]) =>
    Object.entries(values).flatMap(([key, entry]): MemoryEntry[] => {
      const value = memoryValue(memory, { scope, key }, now);
      if (value === undefined) return [];
      return [{ scope, key, value, ...(typeof entry !== 'string' && entry.expiresAt !== undefined && { expiresAt: entry.expiresAt }) }];
    }),
  );

/** A copy with some values set; undefined removes one. A scope without values goes. */
export function withMemory(
  memory: Memory,
  changes: readonly (MemoryAddress & { readonly value: string | undefined; readonly expiresAt?: string })[],
): Memory {
  const copy = cloneJson(memory);
  for (const { scope, key, value, expiresAt } of changes) {
    const values = Object.hasOwn(copy, scope) ? copy[scope]! : {};
    if (value === undefined) delete values[key];
    else setOwn(values, key, expiresAt === undefined ? value : { value, expiresAt });
    if (Object.keys(values).length === 0) delete copy[scope];
    else setOwn(copy, scope, values);
  }
  return copy;
}

/**
 * Changes the memory in one step that no other process can come between: what two processes remember at once is both kept.
 * Nothing is written when nothing changes. The file is readable by its owner only.
 * @returns the memory as it is in the file now
 */
export function updateMemory(root: string, change: (memory: Memory) => Memory): Promise<Memory> {
  return withLock(root, () => {
    const before = readMemory(root);
    const after = change(before);
    const text = formatMemory(after);
    if (text === formatMemory(before)) return after;
    const check = validate('memory', after);
    if (!check.ok) throw new Error(`The new memory breaks its schema, and was not written: ${check.errors[0]!.pointer}`);
    // A token that is committed once is out, so the ignore rules come before the first value.
    ensureFolder(root);
    writeAtomically(storePaths(root).memory, text, { mode: 0o600 });
    return after;
  });
}

/** Sets several values at once. */
export const setMemory = (root: string, entries: readonly MemoryEntry[]): Promise<Memory> =>
  updateMemory(root, (memory) => withMemory(memory, entries));

/** @returns whether there was such a value */
export async function deleteMemory(root: string, address: MemoryAddress): Promise<boolean> {
  let found = false;
  await updateMemory(root, (memory) => {
    found = Object.hasOwn(memory, address.scope) && Object.hasOwn(memory[address.scope]!, address.key);
    return withMemory(memory, [{ ...address, value: undefined }]);
  });
  return found;
}

/** @returns how many values there were */
export async function clearMemory(root: string): Promise<number> {
  let count = 0;
  await updateMemory(root, (memory) => {
    count = Object.values(memory).reduce((sum, values) => sum + Object.keys(values).length, 0);
    return {};
  });
  return count;
}

const formatMemory = (memory: Memory): string => `${JSON.stringify(memory, null, 2)}\n`;
