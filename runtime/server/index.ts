export { PortTaken, startStudio, type RunningStudio, type StudioOptions } from './start-studio.js';
