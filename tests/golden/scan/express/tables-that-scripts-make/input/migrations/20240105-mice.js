exports.up = (db) => db.query("CREATE TABLE mice (id INT AUTO_INCREMENT PRIMARY KEY, name TEXT NOT NULL)");
exports.down = (db) => db.query('DROP TABLE mice');
