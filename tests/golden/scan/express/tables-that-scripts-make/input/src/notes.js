// No script that sets up a database: this is a text to read.
module.exports = { hint: 'CREATE TABLE owls (id INT NOT NULL, name TEXT NOT NULL)' };
