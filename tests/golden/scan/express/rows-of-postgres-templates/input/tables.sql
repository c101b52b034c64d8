create table sacks (id serial primary key, grain text not null, kilos real not null, note text, milled_at timestamptz not null default now());
