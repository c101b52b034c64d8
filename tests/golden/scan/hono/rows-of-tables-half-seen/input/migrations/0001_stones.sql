-- Texts with nothing in them, and with the sign that ends them.
CREATE TABLE stones (
  "id" integer PRIMARY KEY,
  "marks" text NOT NULL DEFAULT "",
  "split" integer DEFAULT 0,
  "said" text NOT NULL DEFAULT "a ""hard"" one",
  "tons" real NOT NULL,
  `owner` text DEFAULT '',
  "sold" integer NOT NULL DEFAULT 0
);
