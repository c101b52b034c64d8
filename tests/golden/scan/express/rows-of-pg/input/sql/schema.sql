-- birds and who keeps them
CREATE TABLE IF NOT EXISTS public.keepers (
  id SERIAL PRIMARY KEY,
  name VARCHAR(80) NOT NULL,
  wing TEXT
);
CREATE TABLE birds (
  id uuid DEFAULT gen_random_uuid(),
  keeper_id INTEGER NOT NULL REFERENCES keepers(id),
  species TEXT NOT NULL CHECK (species <> ''),
  can_fly BOOLEAN NOT NULL DEFAULT true,
  rings TEXT[],
  weight NUMERIC(6, 2),
  hatched_at TIMESTAMP WITH TIME ZONE DEFAULT now(),
  PRIMARY KEY (id)
);
ALTER TABLE birds ADD COLUMN moult DATE;
