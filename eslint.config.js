// What a compiler of types does not say: promises that nobody waits for, `any` that spreads, names that nobody uses. Layout is prettier's.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const UNUSED = { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' };

export default tseslint.config(
  // Projects that tests scan are written as their authors would write them.
  {
    ignores: [
      '**/dist/',
      '.build/',
      'examples/',
      'schemas/generated/',
      'tests/golden/*/',
      'tests/differential/{projects,nest}/',
      '**/*.{js,cjs,mjs,cts}',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-unused-vars': ['error', UNUSED],
      // The signals of the evaluator are no errors: nobody reads a stack of them, and making one costs more than all else that they do.
      '@typescript-eslint/only-throw-error': 'off',
      // What implements an interface of promises may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // Values of requests and of models are turned into texts on purpose.
      '@typescript-eslint/no-base-to-string': 'off',
      // Chains of scopes and arms are walked from `this`.
      '@typescript-eslint/no-this-alias': 'off',
      // An empty map is handed to helpers that say what it is of.
      '@typescript-eslint/no-unsafe-argument': 'off',
      'no-control-regex': 'off',
    },
  },
  {
    // Tests read JSON documents and call what programs made.
    files: ['tests/**/*.ts'],
    rules: Object.fromEntries(
      [
        'no-explicit-any',
        'no-unsafe-assignment',
        'no-unsafe-member-access',
        'no-unsafe-call',
        'no-unsafe-return',
        'no-unsafe-function-type',
        'no-implied-eval',
        'unbound-method',
        'restrict-plus-operands',
      ].map((rule) => [`@typescript-eslint/${rule}`, 'off']),
    ),
  },
);
