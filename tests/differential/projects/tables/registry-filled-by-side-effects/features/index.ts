import './wasps.js';
import './ants.js';
