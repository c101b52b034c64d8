ALTER TABLE vines DROP COLUMN colour;
DROP TYPE wine_colour;
