import './parts/studio-app.js';
