// A name is one of the first package that is known to have it, or of the project's own files: packages that nobody reads claim none.
export * from 'paper-tools';
export * from 'typedi';
export * from 'express';
export * from './desk';
