// SPDX-License-Identifier: Apache-2.0
import { TestRepository } from './test-repository.ts';
import { bundleOf, runIn, startIn } from './test-starts.ts';

/** Returns a repository whose program does what its library does. */
function repositoryOf(library: string): TestRepository {
  const repository = new TestRepository();
  repository.write('packages/lib/src/index.ts', library);
  repository.write(
    'packages/demo/src/answer.ts',
    "import { fail } from '@strata/lib';\nexport const answer = () => ({ text: '', ...fail() });\n",
  );
  return repository;
}

/** Runs a program from its sources and from its bundle. */
async function runBoth(source: string, write?: (repository: TestRepository) => void) {
  using repository = repositoryOf(source);
  write?.(repository);
  const bundle = await bundleOf(repository);
  expect(bundle).not.toBe('');
  return [runIn(repository, undefined), runIn(repository, bundle)];
}

test('classes and functions of the same name in two sources keep it', async () => {
  const named =
    'export class Thing {}\nexport const named = () => 1;\nexport function other() {}\n';
  const [source, bundled] = await runBoth(
    [
      "import * as others from './others.ts';",
      named,
      'const names = [Thing, named, other, others.Thing, others.named, others.other];',
      "export const fail = () => ({ stack: names.map(({ name }) => name).join(' ') });",
    ].join('\n'),
    (repository) => repository.write('packages/lib/src/others.ts', named),
  );
  expect(source).toMatchObject({ trace: ['Thing named other Thing named other'] });
  expect(bundled).toEqual(source);
});

test('a text that has import.meta in it stays as it is', async () => {
  const [source, bundled] = await runBoth(
    [
      "const text = 'import.meta.url import.meta.dirname';",
      "const isFile = import.meta.filename === new URL('index.ts', import.meta.url).pathname;",
      'export const fail = () => ({ stack: `${text} ${isFile}` });',
    ].join('\n'),
  );
  expect(source).toMatchObject({ trace: ['import.meta.url import.meta.dirname true'] });
  expect(bundled).toEqual(source);
});

test.each([
  ['module', 'index.mjs', 'export const place = import.meta.dirname;'],
  [
    'script',
    'index.cjs',
    '"use strict";\nexports.place = (function () { return this ?? __dirname; })();',
  ],
])('a library that is a %s knows its own folder', async (_, main, text) => {
  const [source, bundled] = await runBoth(
    "import { place } from 'placed';\nexport const fail = () => ({ stack: place.slice(-20) });\n",
    (repository) => {
      repository.write('node_modules/placed/package.json', JSON.stringify({ main }));
      repository.write(`node_modules/placed/${main}`, text);
    },
  );
  expect(source).toMatchObject({ trace: ['/node_modules/placed'] });
  expect(bundled).toEqual(source);
});

test('a library that is loaded when it is needed is the one beside its importer', async () => {
  const [source, bundled] = await runBoth(
    "const { version } = await import('versioned');\nexport const fail = () => ({ stack: version });\n",
    (repository) => {
      const library = (folder: string, version: string) => {
        repository.write(`${folder}/node_modules/versioned/package.json`, '{"main":"index.cjs"}');
        repository.write(
          `${folder}/node_modules/versioned/index.cjs`,
          `exports.version = '${version}';\n`,
        );
      };
      library('.', '1');
      library('packages/lib', '2');
    },
  );
  expect(source).toMatchObject({ trace: ['2'] });
  expect(bundled).toEqual(source);
});

test('an error that nobody catches is told in a few lines', async () => {
  const values = Array.from({ length: 2_000 }, (_, at) => `'some text ${at}'`);
  using repository = repositoryOf(
    [
      "export const fail = () => { throw new Error('failed'); };",
      `export const all = [${values.join()}];\n`,
    ].join('\n'),
  );
  const said = startIn(repository, await bundleOf(repository));
  expect(said).toContain('Error: failed');
  expect(said.length).toBeLessThan(3_000);
});
