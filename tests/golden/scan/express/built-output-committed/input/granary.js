// Written by hand, beside the output folder: what it asks for has a source.
require('./out/granary').open(4001);
