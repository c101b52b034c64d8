import { defineCatalogue } from '@tool/ir';

/** What reading the project can report. Explained in docs/diagnostics/project.md. */
export const pathDiagnostics = defineCatalogue('project', {
  'unknown-path': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'The source does not determine the path registered here: it depends on {why}. What is registered under it is not in the model.',
    help: 'State the value in tool.config.json: under `env` if it is an environment variable, otherwise under `values` with the expression (or `file:line`) as the key.',
  },
  'unreadable-file': {
    severity: 'warning',
    loss: 'partial',
    message: '{file} cannot be read ({why}), so what it registers is not in the model.',
    help: 'Make it readable, or exclude it with `exclude` in tool.config.json.',
  },
  'unreadable-data': {
    severity: 'warning',
    loss: 'approximate',
    message: '{file} is read by the program and cannot be parsed ({why}), so what it decides is not known.',
    help: 'Mend the file. What depends on it and is missing from the model names the value that it waits for.',
  },
  'broken-tsconfig': {
    severity: 'warning',
    loss: 'approximate',
    message: '{file} cannot be read completely ({why}), so path aliases may be missing.',
    help: 'Mend the file, or what it extends, and scan again.',
  },
  'not-followed': {
    severity: 'warning',
    loss: 'approximate',
    message:
      'What serves requests takes more steps here than one scan follows: of {functions} handlers and middlewares, this one the first of them, only routes and chains are in the model, not what they read and answer.',
    help: 'Scan the parts of the application by themselves: name the files that start them under `entries` in tool.config.json, or leave parts out with `exclude`.',
  },
  'cut-short': {
    severity: 'info',
    loss: 'approximate',
    message:
      '{name} takes more steps for one request than the scan follows: calls below it were left, so some of what it reads, answers and refuses may be missing from the model.',
    help: 'Compare the endpoints that it serves with the source, and add what they lack. Files that compute for long and say nothing of requests can be left out with `exclude`.',
  },
  'late-routes': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'This module registers {routes}, and only code that serves requests needs it. What a request reaches there is not in the model.',
    help: 'Mount the router or the application where the server is set up, or name this file under `entries` in tool.config.json if it serves by itself.',
  },
  'registered-while-serving': {
    severity: 'warning',
    loss: 'dropped',
    message: '{what} is registered by code that runs while the server serves, so it is not in the model.',
    help: 'Register it where the server is set up, or add its endpoints by hand.',
  },
  'router-of-a-fragment': {
    severity: 'info',
    loss: 'approximate',
    message:
      'Nothing here mounts the router "{router}" and no package.json says what starts, so its routes are modelled at their own paths, as if it were mounted at "/".',
    help: 'Scan the folder of the whole project, or name what starts under `entries` in tool.config.json.',
  },
  'missing-entry': {
    severity: 'error',
    loss: 'partial',
    message: 'The entry {entry} of tool.config.json does not exist.',
    help: 'Correct the path in `entries`; it is relative to the project.',
  },
  'missing-program': {
    severity: 'info',
    loss: 'approximate',
    message: '{manifest} starts {main}, which does not exist here. The scan starts what nothing imports instead.',
    help: 'Build or generate the file first, correct `main`, or name what starts under `entries` in tool.config.json.',
  },
  'unmodelled-framework': {
    severity: 'warning',
    loss: 'partial',
    message: 'This file uses {title} ({module}), which no adapter models, so the routes that it serves are not in the model.',
    help: 'Add its endpoints by hand, or write an adapter for it: `tool adapter list` shows those that are in use.',
  },
  'unseen-registration': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'This seems to register {route} on something that {module} has made. No adapter models what it is, so the route is not in the model.',
    help: 'Add the endpoint by hand, or write an adapter for the package. If the call registers no route, ignore this.',
  },
  'unseen-handler': {
    severity: 'info',
    loss: 'partial',
    message:
      'The package {module} makes this handler of functions that it is given. With what it calls them is not known, so what the handler reads and answers is not in the model.',
    help: 'Register a function of the program that takes what the framework gives a handler, or add the contract of the endpoint by hand.',
  },
  'answered-by-package': {
    severity: 'info',
    loss: 'partial',
    message: '{name} lets the package {module} answer: what that answers is not in the model.',
    help: 'Add the answer to the endpoints by hand, or send it in the function itself. If the package answers nothing, ignore this.',
  },
  'adapter-not-loaded': {
    severity: 'error',
    loss: 'partial',
    message: 'The adapter {name} of tool.config.json cannot be used: {why}. What it would find is not in the model.',
    help: 'Install the package, or correct `adapters` in tool.config.json.',
  },
  'adapter-version': {
    severity: 'error',
    loss: 'partial',
    message:
      'The adapter {name} was written against version {found} of the adapter contract and this tool speaks version {wanted}. It is skipped.',
    help: 'Upgrade the adapter, or the tool.',
  },
  'adapter-crash': {
    severity: 'error',
    loss: 'partial',
    message:
      'The adapter {adapter} crashed on this call ({error}). This is a bug in the adapter; the call counts as unknown, and the other adapters went on.',
    help: 'Please report it to the adapter: {bugs}.',
  },
});
