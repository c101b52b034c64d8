import fs from 'fs';
import path from 'path';

export const listed = (folder: string): string[] => fs.readdirSync(folder).map((name) => path.join(folder, name));
