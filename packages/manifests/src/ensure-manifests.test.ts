// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleManifests } from './bundle-manifests.ts';
import { checkManifests } from './check-manifests.ts';
import { ensureManifests } from './ensure-manifests.ts';
import { sha256 } from './sha256.ts';
import { moduleHashes, testRelease } from './test-release.ts';
import { updateLocks } from './update-locks.ts';

const alphaJson = 'alpha-1.0.0/alpha-install.json';
const files = [
  alphaJson,
  'alpha-1.0.0/alpha-install.yaml',
  'beta-2.0.0/beta-operator.json',
  'beta-2.0.0/beta-operator.yaml',
];

async function lockedRelease() {
  const release = testRelease();
  await updateLocks(release.options);
  const contents = () =>
    Object.fromEntries(
      files.map((file) => [file, readFileSync(join(release.directory, file), 'utf8')]),
    );
  return { ...release, contents };
}

test('rendering an empty cache gives the same bytes again', async () => {
  const { options, directory, contents } = await lockedRelease();
  const first = contents();
  rmSync(directory, { recursive: true });
  expect(await ensureManifests(options)).toEqual(['alpha 1.0.0', 'beta 2.0.0']);
  expect(contents()).toEqual(first);
});

test('a second run renders nothing and fetches nothing', async () => {
  const { options, fetched, lines, directory } = await lockedRelease();
  const before = fetched.length;
  expect(await ensureManifests(options)).toEqual([]);
  expect(fetched).toHaveLength(before);
  expect(lines.at(-1)).toBe(`Manifests ready in ${directory}: 2 verified, 0 rendered.`);
});

test('only what is missing or wrong is rendered again', async () => {
  const { options, directory, contents } = await lockedRelease();
  const first = contents();
  appendFileSync(join(directory, 'beta-2.0.0/beta-operator.yaml'), '# tampered');
  expect(await ensureManifests(options)).toEqual(['beta 2.0.0']);
  expect(contents()).toEqual(first);
});

test('refuses a rendering that differs from the lock, with both hashes', async () => {
  const { options, directory, change, contents } = await lockedRelease();
  const locked = contents();
  rmSync(directory, { recursive: true });
  change('beta', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: evil }');
  const json =
    '{"apiVersion":"v1","kind":"List","items":[\n' +
    '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"beta-system"}},\n' +
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"evil"}}\n]}\n';
  await expect(ensureManifests(options)).rejects.toThrow(
    'The rendering is not what the locks say:\n' +
      `  beta-2.0.0/beta-operator.json: rendered with sha256 ${sha256(json)}, ` +
      `the lock says ${sha256(locked['beta-2.0.0/beta-operator.json'] ?? '')}`,
  );
  expect(existsSync(join(directory, 'beta-2.0.0'))).toBe(false);
});

test('a module with another hash than in the lock is refused with both hashes', async () => {
  const { options, directory } = await lockedRelease();
  rmSync(directory, { recursive: true });
  const hash = `h1:${'X'.repeat(43)}=`;
  const fetchModule: typeof options.fetchModule = async (request) => ({
    ...(await options.fetchModule(request)),
    hash,
  });
  const message =
    `alpha 1.0.0: example.com/alpha@v1.0.0 is not the module in the lock: its hash is ${hash}, ` +
    `the lock says ${moduleHashes['example.com/alpha']}; do not trust the module proxy in GOPROXY`;
  await expect(ensureManifests({ ...options, fetchModule })).rejects.toThrow(message);
  await expect(updateLocks({ ...options, fetchModule })).rejects.toThrow(message);
});

test('names all components without a lock of their version', async () => {
  const { options, components } = await lockedRelease();
  const [alpha, beta] = components;
  const changed = [
    { ...alpha, version: '1.1.0' },
    { ...beta, name: 'gamma' },
  ];
  await expect(ensureManifests({ ...options, components: changed })).rejects.toThrow(
    'No lock is of alpha 1.1.0 (there is 1.0.0), gamma 2.0.0: run ' +
      '`npm run manifests -- --update-lock` and review the difference.',
  );
});

test('an offline bundle is checked, never rendered into', async () => {
  const { options, folder, fetched } = await lockedRelease();
  const bundle = join(folder, 'bundle');
  await bundleManifests(bundle, options);
  const offline = { ...options, env: { STRATA_MANIFESTS_DIR: bundle } };
  const before = fetched.length;
  expect(await ensureManifests(offline)).toEqual([]);
  rmSync(join(bundle, alphaJson));
  await expect(ensureManifests(offline)).rejects.toThrow(
    `The offline bundle in STRATA_MANIFESTS_DIR (${bundle}) is not the one in the lock; ` +
      `copy it again:\n  ${alphaJson}: missing`,
  );
  expect(fetched).toHaveLength(before);
});

test('a bundle holds every file and its lock', async () => {
  const { options, folder, locks, contents } = await lockedRelease();
  const bundle = join(folder, 'bundle');
  await bundleManifests(bundle, options);
  const found = readdirSync(bundle, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(bundle.length + 1));
  const lockFiles = ['alpha-1.0.0.json', 'beta-2.0.0.json'];
  expect(found.sort()).toEqual([...files, ...lockFiles.map((file) => `locks/${file}`)].sort());
  for (const [file, content] of Object.entries(contents())) {
    expect(readFileSync(join(bundle, file), 'utf8')).toBe(content);
  }
  for (const file of lockFiles) {
    expect(readFileSync(join(bundle, 'locks', file))).toEqual(readFileSync(join(locks, file)));
  }
});

test('a check passes on an unchanged release and does not touch the cache', async () => {
  const { options, directory, lines } = await lockedRelease();
  rmSync(directory, { recursive: true });
  await checkManifests(options);
  expect(lines.at(-1)).toBe('2 components render as the locks say.');
  expect(existsSync(directory)).toBe(false);
});

test('a check keeps the folder of a rendering that differs', async () => {
  const { options, change } = await lockedRelease();
  change('beta', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: evil }');
  const failure: unknown = await checkManifests(options).catch((error: unknown) => error);
  const [, folder = ''] = /^The rendering \(kept in (.*?)\)/.exec(String(failure).slice(15)) ?? [];
  expect(readFileSync(join(folder, 'beta-2.0.0/beta-operator.yaml'), 'utf8')).toContain('evil');
  rmSync(folder, { recursive: true });
});

test('a run killed half way leaves complete components, and the next run renders the rest', async () => {
  const { options, folder, directory, contents } = await lockedRelease();
  const first = contents();
  rmSync(directory, { recursive: true });
  const at = (file: string) => new URL(file, import.meta.url).href;
  const script = `
    import { ensureManifests } from '${at('ensure-manifests.ts')}';
    import { testRelease } from '${at('test-release.ts')}';
    const { options } = testRelease(process.argv[1]);
    const generate = () => new Promise(() => {
      setInterval(() => undefined, 1000);
      process.stdout.write('in beta');
    });
    const hanging = { ...options.generators['cdi-generator'], generate };
    const generators = { ...options.generators, 'cdi-generator': hanging };
    await ensureManifests({ ...options, generators });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(readdirSync(directory)).toEqual(['alpha-1.0.0']);
  expect(await ensureManifests(options)).toEqual(['beta 2.0.0']);
  expect(contents()).toEqual(first);
});
