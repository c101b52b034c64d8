// A schema that the environment has to pass says that a variable is set, not to what: where the path needs it, the committed example does.
const express = require('express');
const { z } = require('zod');
const Joi = require('joi');
const { cleanEnv, str } = require('envalid');
const yup = require('yup');

const ofZod = z.object({ BREW_BASE: z.string().min(1).startsWith('/'), HOPS_PATH: z.string(), LAGER_PATH: z.string().default('/lager') }).parse(process.env);
const { value: ofJoi, error } = Joi.object({ CASK_PATH: Joi.string().required() }).unknown().validate(process.env);
if (error) throw error;
const ofEnvalid = cleanEnv(process.env, { TAP_PATH: str(), BREW_TOKEN: str() });
const ofYup = yup.object({ MALT_PATH: yup.string().required() }).validateSync(process.env);
const orElse = (value, fallback) => (value === undefined ? fallback : value);

const list = (req, res) => res.json([]);
const brewery = express();
brewery.get(`${ofZod.BREW_BASE}/kegs`, list); //~ evaluator/example-variable
brewery.get(orElse(ofJoi.CASK_PATH, '/barrels'), list); //~ evaluator/example-variable
brewery.get(ofEnvalid.TAP_PATH + '/:number', list); //~ evaluator/example-variable
brewery.get(ofYup.MALT_PATH, list); //~ evaluator/example-variable
// It has a default of its own.
brewery.get(ofZod.LAGER_PATH, list);
// The example says nothing of it.
brewery.get(`${ofZod.HOPS_PATH}/cones`, list); //~ project/unknown-path
// A secret is another one wherever the server runs.
brewery.get(`/hooks/${ofEnvalid.BREW_TOKEN}`, list); //~ project/unknown-path
brewery.listen(4000);
