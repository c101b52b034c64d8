import './shelves.mjs';
import { kiln } from './fire.mjs';

kiln.listen(3932);
