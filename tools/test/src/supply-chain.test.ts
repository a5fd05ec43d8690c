// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

interface Locked {
  /** Name, where it differs from the name of its folder. */
  readonly name?: string;
  readonly version: string;
  /** Hash of the package: `sha512-...`, in base64. */
  readonly integrity?: string;
  /** Whether it is a package of this repository. */
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Third-party packages, with the hash of the installed content, in hexadecimal digits. */
const foreign = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, { integrity, name, version }]) => ({
    id: `${path.split('node_modules/').at(-1) ?? ''}@${version}`,
    // Name in its registry, because a package may be installed under another name.
    alias: name === undefined ? undefined : `${name}@${version}`,
    hash:
      integrity === undefined
        ? undefined
        : Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
  }));

test('npm run sbom names every package of the lock, with its version and its hash', () => {
  const args = ['run', '--silent', 'sbom'];
  // npm prints warnings about a machine's own settings.
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sbom = JSON.parse(text) as {
    readonly bomFormat: string;
    readonly specVersion: string;
    readonly metadata: { readonly component: { readonly type: string; readonly purl: string } };
    readonly components: readonly Component[];
  };
  const { bomFormat, components, metadata, specVersion } = sbom;
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
  expect(metadata.component).toMatchObject({ type: 'application', purl: 'pkg:npm/strata@0.1.0' });
  const hashes = new Map(
    components.map(({ group, hashes: all = [], name, version }) => [
      `${group === undefined ? '' : `${group}/`}${name}@${version}`,
      all.find(({ alg }) => alg === 'SHA-512')?.content,
    ]),
  );
  expect(foreign.length).toBeGreaterThan(800);
  const isNamed = (id: string | undefined, hash: string | undefined) =>
    id !== undefined && hashes.has(id) && hashes.get(id) === hash;
  const missing = foreign.filter(
    ({ alias, hash, id }) => ![id, alias].some((one) => isNamed(one, hash)),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test('only packages for platforms on which Strata does not run have no hash in the lock', () => {
  const without = foreign.filter(({ hash }) => hash === undefined).map(({ id }) => id);
  const binding = /^@unrs\/resolver-binding-(.+)@[\d.]+$/;
  const platforms = without.map((id) => binding.exec(id)?.[1] ?? id);
  expect(platforms.sort()).toEqual([
    'android-arm-eabi',
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    ...['arm-gnueabihf', 'arm-musleabihf', 'loong64-gnu', 'loong64-musl', 'ppc64-gnu'].map(
      (name) => `linux-${name}`,
    ),
    ...['riscv64-gnu', 'riscv64-musl', 's390x-gnu'].map((name) => `linux-${name}`),
    'openharmony-arm64',
    'win32-arm64-msvc',
    'win32-ia32-msvc',
    'win32-x64-msvc',
  ]);
});

test('package.json decides for every package with an install script whether it may run', () => {
  const scripted = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.split('node_modules/').at(-1));
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly allowScripts: Readonly<Record<string, boolean>>;
  };
  expect(Object.keys(allowScripts).sort()).toEqual(scripted.sort());
});
