// SPDX-License-Identifier: Apache-2.0
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { TestRepository } from './test-repository.ts';
import { bundleOf, find, runIn } from './test-starts.ts';

/** Has the program use a library that npm has installed. */
function useLibrary(repository: TestRepository): void {
  const library = 'node_modules/installed';
  repository.write(`${library}/package.json`, '{"type":"module","main":"index.js"}');
  repository.write(`${library}/index.js`, 'export const answer = 1;\n');
  repository.write(
    'packages/lib/src/index.ts',
    "import { answer } from 'installed';\nexport const fail = () => ({ stack: String(answer) });\n",
  );
}

const ran = (answer: string) => ({ text: 'from beside the source, function', trace: [answer] });

test.each([
  ['nothing is left of it', 0],
  ['half of it is left', 0.5],
])('a bundle is not loaded when %s, as after a crash of the computer', async (_, part) => {
  using repository = new TestRepository();
  const bundle = await bundleOf(repository);
  truncateSync(bundle, Math.floor(statSync(bundle).size * part));
  expect(await find(repository)).toBeUndefined();
  expect(readdirSync(dirname(bundle)).filter((name) => name.endsWith('.mjs'))).toEqual([]);
  expect(await find(repository)).toBe(bundle);
});

test('a bundle is not loaded when somebody has changed it', async () => {
  using repository = new TestRepository();
  const bundle = await bundleOf(repository);
  writeFileSync(bundle, `${readFileSync(bundle, 'utf8')} `);
  expect(await find(repository)).toBeUndefined();
});

test.each(['index.js', 'package.json'])(
  'a library is run as edited when its %s is changed by hand',
  async (name) => {
    using repository = new TestRepository();
    useLibrary(repository);
    expect(runIn(repository, await bundleOf(repository))).toEqual(ran('1'));
    repository.write('node_modules/installed/other.js', 'export const answer = 2;\n');
    const main = name === 'index.js' ? 'index.js' : 'other.js';
    repository.write('node_modules/installed/index.js', 'export const answer = 2;\n');
    repository.write(
      'node_modules/installed/package.json',
      JSON.stringify({ type: 'module', main }),
    );
    expect(await find(repository)).toBeUndefined();
    expect(runIn(repository, await find(repository))).toEqual(ran('2'));
  },
);

test('others can neither write nor read bundles, whatever the umask is', async () => {
  using repository = new TestRepository();
  const before = process.umask(0);
  try {
    const bundle = await bundleOf(repository);
    const modes = [repository.bundles, dirname(bundle), bundle, `${bundle}.map`].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  } finally {
    process.umask(before);
  }
});

test.each([
  ['the folder of bundles', ''],
  ['the folder of the program', 'demo'],
  ['the bundle', 'demo/%'],
])('a bundle is not loaded when others may write %s', async (_, place) => {
  using repository = new TestRepository();
  const bundle = await bundleOf(repository);
  const path = place.endsWith('%') ? bundle : join(repository.bundles, place);
  for (const mode of [0o720, 0o702]) {
    chmodSync(path, mode);
    await expect(find(repository)).rejects.toThrow(
      new Error(`others may write ${path}: chmod go-w it if you trust what it has, or remove it`),
    );
  }
  chmodSync(path, 0o755);
  expect(await find(repository)).toBe(bundle);
});

test.each(['', 'demo', 'demo/%'])('nothing of somebody else is loaded: "%s"', async (place) => {
  using repository = new TestRepository();
  const bundle = await bundleOf(repository);
  const path = place.endsWith('%') ? bundle : join(repository.bundles, place);
  const own = process.getuid;
  // Root can give it to somebody else; anybody else can only become somebody else.
  if (own?.() === 0) chownSync(path, 65_534, 65_534);
  else process.getuid = () => 65_534;
  try {
    await expect(find(repository)).rejects.toThrow(/ belongs to somebody else: remove it$/);
  } finally {
    process.getuid = own;
  }
});

test('nothing is made in a folder that others may write', async () => {
  using repository = new TestRepository();
  mkdirSync(repository.bundles);
  chmodSync(repository.bundles, 0o777);
  await expect(find(repository)).rejects.toThrow(/^others may write /);
  expect(readdirSync(repository.bundles)).toEqual([]);
});

test('a folder is named by an absolute path', async () => {
  using repository = new TestRepository();
  await expect(find(repository, 'bundles')).rejects.toThrow(
    new Error('STRATA_PROGRAM_BUNDLES must be an absolute path or off, not "bundles"'),
  );
});
