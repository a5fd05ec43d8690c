// SPDX-License-Identifier: Apache-2.0
import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Which kind of project may import which. No wildcard: an untagged project fails. */
const depConstraints = [
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:contract'] },
  {
    sourceTag: 'type:generated',
    onlyDependOnLibsWithTags: ['type:contract', 'type:generated', 'type:tool'],
  },
  {
    sourceTag: 'type:program',
    onlyDependOnLibsWithTags: ['type:contract', 'type:generated', 'type:library'],
  },
  {
    sourceTag: 'type:library',
    onlyDependOnLibsWithTags: ['type:contract', 'type:generated', 'type:library'],
  },
  {
    sourceTag: 'type:policy',
    onlyDependOnLibsWithTags: ['type:contract', 'type:generated', 'type:start'],
  },
  { sourceTag: 'type:start', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:contract', 'type:testing'] },
  {
    sourceTag: 'type:tool',
    onlyDependOnLibsWithTags: [
      ...['type:contract', 'type:generated', 'type:library', 'type:program', 'type:tool'],
    ],
  },
  {
    sourceTag: 'type:e2e',
    onlyDependOnLibsWithTags: [
      ...['type:contract', 'type:generated', 'type:library', 'type:program'],
      ...['type:tool', 'type:testing'],
    ],
  },
];

/** Unit tests may use the shared mock harness on top of what their package may use. */
const testDepConstraints = depConstraints.map((constraint) => ({
  ...constraint,
  onlyDependOnLibsWithTags: [
    ...constraint.onlyDependOnLibsWithTags,
    'type:testing',
    // Policies are tested on what programs really make, in environments that tools have checked.
    ...(constraint.sourceTag === 'type:policy' ? ['type:program', 'type:tool'] : []),
  ],
}));

const boundaries = (constraints) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    { enforceBuildableLibDependency: false, allow: [], depConstraints: constraints },
  ],
});

const size = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];

export default tseslint.config(
  { ignores: ['**/node_modules', '.nx', '.strata', '**/coverage'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          'tsconfig.json',
          'bench/stock/tsconfig.json',
          'tools/fleet/src/page/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@nx': nx },
    rules: {
      ...boundaries(depConstraints),
      'max-lines': size(260),
      'max-lines-per-function': size(60),
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression).argument',
          message: 'Write the properties or the elements themselves, without a spread.',
        },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A Pulumi resource is created by its constructor and often needs no name afterwards.
      'no-new': 'off',
    },
  },
  {
    files: ['**/program.ts'],
    rules: { 'max-lines': size(80) },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**/*.ts'],
    rules: {
      ...boundaries(testDepConstraints),
      'max-lines': size(320),
      'max-lines-per-function': 'off',
    },
  },
  {
    // What only tests import, and what is a test or a measurement as a whole.
    files: [
      'packages/policies/src/test-environment/**/*.ts',
      'packages/infra/test/**/*.ts',
      'packages/user-cluster/src/{backup,control-plane,inside/flux,oidc,rotation}/testing/**/*.ts',
      'tools/config-fuzz/**/*.ts',
      'tools/nx-pulumi/src/user-cluster/testing/**/*.ts',
      'tools/prove-restore/src/testing/**/*.ts',
      'bench/**/*.ts',
    ],
    rules: boundaries(testDepConstraints),
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' },
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
  prettier,
);
