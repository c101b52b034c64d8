create table strings (
  id integer primary key autoincrement,
  name text not null,
  length real,
  sold_at datetime
);
