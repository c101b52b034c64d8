CREATE TABLE signals (
  signal_id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
  arm VARCHAR(20) NOT NULL,
  height NUMERIC(4, 1),
  lit BOOLEAN NOT NULL DEFAULT false
);
CREATE TABLE levers (
  id INT AUTO_INCREMENT PRIMARY KEY,
  label VARCHAR(40) NOT NULL
);
