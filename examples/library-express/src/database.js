import sqlite from 'node-sqlite3-wasm';

/** An SQLite database: in memory, or in a file. */
export function openDatabase(file = ':memory:') {
  const database = new sqlite.Database(file);
  database.exec(`
    PRAGMA foreign_keys = ON;
    CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, password TEXT NOT NULL, name TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS sessions (token TEXT PRIMARY KEY, userId INTEGER NOT NULL REFERENCES users(id));
    CREATE TABLE IF NOT EXISTS authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS books (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, isbn TEXT NOT NULL, price REAL NOT NULL, format TEXT NOT NULL,
      authorId INTEGER NOT NULL REFERENCES authors(id), ownerId INTEGER NOT NULL REFERENCES users(id)
    );
    CREATE TABLE IF NOT EXISTS reviews (
      id INTEGER PRIMARY KEY, bookId INTEGER NOT NULL REFERENCES books(id) ON DELETE CASCADE, stars INTEGER NOT NULL, text TEXT NOT NULL
    );
  `);
  return database;
}
