import { settings, current } from './state.mjs';
export function mount(app) { app.post(settings.base + current, (req, res) => res.end()); app.post(globalThis.sharedPrefix, (req, res) => res.end()); }
