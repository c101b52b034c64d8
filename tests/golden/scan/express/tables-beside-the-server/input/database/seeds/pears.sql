INSERT INTO trees (sort) VALUES ('pear');
