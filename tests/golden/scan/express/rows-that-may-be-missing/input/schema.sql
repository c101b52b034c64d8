create table horses (id serial primary key, name text not null, height integer);
