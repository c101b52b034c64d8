import express from 'express';
import { createConfig } from './create-config.js';
import { build } from './build.js';
const config = createConfig({ server: { basePath: 'ferns/' } });
build(express(), config).listen(config.server.port);
