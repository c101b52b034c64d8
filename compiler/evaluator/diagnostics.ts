import { defineCatalogue } from '@tool/ir';

/** What the evaluator itself can report. Explained in docs/diagnostics/evaluator.md. */
export const evaluatorDiagnostics = defineCatalogue('evaluator', {
  'out-of-fuel': {
    severity: 'warning',
    loss: 'partial',
    message:
      'Evaluating {what} took more steps than one call chain may take, so what it would have registered after this point is not in the model.',
    help: 'If it registers nothing, ignore this. Otherwise name the file that registers its routes in `entries` of tool.config.json.',
  },
  'ended-early': {
    severity: 'warning',
    loss: 'partial',
    message:
      'Under the values the scan assumes, this error ({what}) ends a function that sets the server up, so what it would do behind it is not in the model.',
    help: 'If a value is missing that the server has where it runs, state it in tool.config.json: under `env` if it is an environment variable, otherwise under `values`.',
  },
  'uncaught-throw': {
    severity: 'info',
    loss: 'none',
    message: 'This statement throws ({what}) under the values the scan assumes, so nothing after it in the same call was evaluated.',
    help: 'If a configuration value is missing, state it under `env` or `values` in tool.config.json.',
  },
  'missing-method': {
    severity: 'warning',
    loss: 'partial',
    message:
      '{object} has no method {name}: nothing is registered here, and in Node this call throws a TypeError. The scan goes on behind it as if it had not, so what is registered there is in the model.',
    help: 'Correct the name. If a package adds the method, what is registered with it is missing from the model.',
  },
  'syntax-error': {
    severity: 'error',
    loss: 'partial',
    message: 'This file has a syntax error: {what} What could be parsed was evaluated.',
    help: 'Mend the syntax error and scan again.',
  },
  'missing-module': {
    severity: 'warning',
    loss: 'partial',
    message: 'The module {specifier} does not exist, so what it would register is not in the model.',
    help: 'Build or generate the file first, or correct the path.',
  },
  'module-outside': {
    severity: 'warning',
    loss: 'partial',
    message:
      'The module {specifier} lies outside of the repository, of which alone files are read, so what it would register is not in the model.',
    help: 'Scan the folder that holds both (`tool scan --project <folder>`), or scan a checkout with its `.git`, which is read as a whole.',
  },
  'unlisted-module': {
    severity: 'info',
    loss: 'partial',
    message:
      'The module {specifier} is no file that the configuration of the project leads to, and no package.json lists it as a package, so what it would register is not in the model.',
    help: 'If it is a file of the project, state where under `paths` in tsconfig.json or jsconfig.json, or under `imports` in package.json. If it is a package, list it.',
  },
  'forgotten-import': {
    severity: 'warning',
    loss: 'none',
    message:
      'The decorator @{name} is used and not imported: the program throws a ReferenceError here. The scan took the one of {specifier}, from which the file imports other names.',
    help: 'Add {name} to the import of {specifier}.',
  },
  'letter-case': {
    severity: 'warning',
    loss: 'none',
    message:
      'The module {specifier} is called {file} on the disk: with this letter case it is found on macOS and Windows, and missing on Linux.',
    help: 'Write the import as the file is called. The scan took the file that is there.',
  },
  'example-module': {
    severity: 'info',
    loss: 'none',
    message:
      'The module {specifier} is not in the project; {file} beside it shows what it looks like, and its values are those that the scan assumes.',
    help: 'Values that differ where the program runs can be stated under `values` in tool.config.json.',
  },
  'example-variable': {
    severity: 'info',
    loss: 'none',
    message:
      'process.env.{name} is a part of this path and not set; {file} shows what it looks like, and its value is the one that the scan assumes.',
    help: 'A value that differs where the program runs can be stated under `env` in tool.config.json.',
  },
  'object-into-package': {
    severity: 'info',
    loss: 'approximate',
    message:
      'An application or router is given to {what}, a package whose effect on it is not modelled. What the package registers is not in the model.',
    help: 'If the package only observes or decorates, ignore this. Otherwise add the endpoints it registers by hand.',
  },
  'object-into-unknown': {
    severity: 'warning',
    loss: 'partial',
    message:
      'An application or router is given to a function that the scan cannot see ({what}), so what that function registers is not in the model.',
    help: 'State the value it depends on under `values` in tool.config.json, or call the function by an import that resolves.',
  },
  'unnamed-module': {
    severity: 'warning',
    loss: 'partial',
    message:
      'Only run time knows which module is loaded here; {file} is one that it can be, and seems to register routes on what modules share. What the loaded module registers is not in the model.',
    help: 'State the value that the name depends on under `values` in tool.config.json, or load the modules by their names.',
  },
  'too-deep': {
    severity: 'warning',
    loss: 'partial',
    message: '{what} nests deeper than the scan follows, so what it would register there is not in the model.',
    help: 'If it registers nothing, ignore this. Otherwise write the nested part as statements, functions or modules of its own.',
  },
  crash: {
    severity: 'error',
    loss: 'partial',
    message: 'Evaluating {what} failed inside the scanner ({error}). This is a bug in the scanner; the rest of the project was scanned.',
    help: 'Please report it with the source around this place.',
  },
});
