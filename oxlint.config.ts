// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'oxlint';
import { boundaries } from './tools/lint/src/boundaries.ts';
import { asOxlintRules } from './tools/lint/src/oxlint-rules.ts';
import { presets } from './tools/lint/src/presets.ts';

const size = (max: number): ['error', object] => [
  'error',
  { max, skipBlankLines: true, skipComments: true },
];

export default defineConfig({
  plugins: ['import', 'typescript'],
  jsPlugins: ['@nx/eslint-plugin', './tools/lint/src/eslint-rules.mjs'],
  // Rules are those of ESLint's and typescript-eslint's presets, and those that are named here.
  categories: { correctness: 'off' },
  // Rules may ask for types, and what the compiler says of a file is told with them.
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...asOxlintRules(presets.typescript),
        ...boundaries.shipped,
        'max-lines': size(260),
        'max-lines-per-function': size(60),
        'eslint-js/no-restricted-syntax': [
          'error',
          {
            selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression).argument',
            message: 'Write the properties or the elements themselves, without a spread.',
          },
        ],
        'typescript/consistent-type-imports': 'error',
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      },
    },
    {
      files: ['**/program.ts'],
      rules: { 'max-lines': size(80) },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**/*.ts'],
      rules: { ...boundaries.tests, 'max-lines': size(320), 'max-lines-per-function': 'off' },
    },
    {
      // Code that only tests import, and that is a test or a measurement as a whole.
      files: [
        'packages/policies/src/test-environment/**/*.ts',
        'packages/infra/test/**/*.ts',
        'packages/user-cluster/src/{backup,cloud/scripts,config,control-plane,inside/flux,oidc,rotation}/testing/**/*.ts',
        'tools/config-fuzz/**/*.ts',
        'tools/nx-pulumi/src/user-cluster/testing/**/*.ts',
        'tools/prove-restore/src/testing/**/*.ts',
        'bench/**/*.ts',
      ],
      rules: boundaries.tests,
    },
    {
      files: ['**/*.cjs', '**/*.mjs'],
      rules: asOxlintRules(presets.javascript),
    },
    {
      files: ['**/*.cjs'],
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' },
    },
    {
      files: ['**/*.mjs'],
      globals: { console: 'readonly', process: 'readonly', URL: 'readonly' },
    },
  ],
});
