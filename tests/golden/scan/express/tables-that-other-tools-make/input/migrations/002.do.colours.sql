CREATE TYPE wine_colour AS ENUM ('red', 'white');
ALTER TABLE vines ADD COLUMN colour wine_colour NOT NULL;
ALTER TABLE vines ADD COLUMN soil soil_kind;
ALTER TABLE vines ADD COLUMN prizes TEXT ARRAY DEFAULT ARRAY[]::TEXT[] NOT NULL;
