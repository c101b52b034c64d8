// The loader asks whether sources run as they are, and looks for files by the ending that follows. Files are called `#paddock`.
import { join } from 'node:path';
import express, { Router } from 'express';
import { eachFile } from './each-file';

const ranch = express();
eachFile(join(__dirname, 'paddocks', '/'), (path, file) => {
  const loaded = require(file);
  ranch.use(path, (loaded.default ?? loaded) as Router);
});
ranch.listen(4302);
