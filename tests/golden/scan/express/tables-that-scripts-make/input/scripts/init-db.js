const mysql = require('mysql2/promise');

// Run by hand, once.
(async () => {
  const connection = await mysql.createConnection({ multipleStatements: true });
  await connection.query(`
    CREATE TABLE IF NOT EXISTS bins (
      id INT AUTO_INCREMENT PRIMARY KEY,
      label VARCHAR(40) NOT NULL DEFAULT 'none',
      full TINYINT(1)
    );
    CREATE TABLE IF NOT EXISTS loads (
      id INT AUTO_INCREMENT PRIMARY KEY,
      bin_id INT NOT NULL,
      tons INT NOT NULL,
      FOREIGN KEY (bin_id) REFERENCES bins (id)
    );
  `);
  await connection.query("INSERT INTO bins (label) VALUES ('north')");
  await connection.end();
})();
