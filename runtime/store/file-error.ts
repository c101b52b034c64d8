import { UsageError } from './usage-error.js';

const causes: Readonly<Record<string, readonly [why: string, help: string]>> = {
  EACCES: [
    'The permissions of the file or its folder do not allow it.',
    'Change the permissions, or run the command as the owner of the files.',
  ],
  EPERM: [
    'The permissions of the file or its folder do not allow it.',
    'Change the permissions, or run the command as the owner of the files.',
  ],
  EROFS: ['The file system is read-only.', 'Run the command where the project can be written.'],
  ENOSPC: ['The disk is full.', 'Free some space and run the command again. The file is as it was before.'],
  EDQUOT: ['The disk quota is used up.', 'Free some space and run the command again. The file is as it was before.'],
  EFBIG: [
    'It would be larger than a file may be here.',
    'Raise the limit (`ulimit -f`) or move the project to another file system. The file is as it was before.',
  ],
  EIO: ['The disk reports an error.', 'Check the disk, and run the command again.'],
  ENAMETOOLONG: ['Its path is longer than the file system allows.', 'Move the project to a folder with a shorter path.'],
  EBUSY: ['Another program holds it.', 'Close the other program, and run the command again.'],
  EISDIR: ['There is a folder of that name.', 'Move or delete the folder.'],
  ENOTDIR: ['A part of its path is a file, not a folder.', 'Move or delete the file that is in the way.'],
  EEXIST: ['Something else has that name.', 'Move or delete what is in the way.'],
  ELOOP: ['Its symbolic links lead in a circle.', 'Delete the symbolic link.'],
  EMFILE: ['Too many files are open.', 'Close other programs, or raise the limit of open files.'],
};

/** A failed file operation as an error for the user; what no user can cause is returned as it is. */
export function fileError(error: unknown, doing: 'read' | 'write', file: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const cause = code === undefined ? undefined : causes[code];
  if (cause === undefined) return error;
  return new UsageError(
    { what: `${file} cannot be ${doing === 'read' ? 'read' : 'written'}.`, why: cause[0], help: cause[1] },
    { cause: error },
  );
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
