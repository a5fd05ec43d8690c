// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionalOperators } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import { bundleReleases, imagesOf } from './index.ts';

const scope = { releases: ['v1.9'], optional: true };
const folder = mkdtempSync(join(tmpdir(), 'strata-bundle-test-'));
const text = (file: string) => readFileSync(join(folder, file), 'utf8');

beforeAll(async () => {
  await bundleReleases(folder, { scope, images: ['quay.io/containerdisks/ubuntu:24.04'] });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

// Proves: offline.installation
test('a bundle contains the manifests of the release and of the optional operators', () => {
  const operators = Object.entries(optionalOperators);
  const named = [
    'cdi-1.65.0',
    'cilium-1.20.2',
    'flux-2.9.5',
    'images.txt',
    'kubevirt-1.9.0',
    'locks',
    'metallb-0.16.1',
    'metrics-server-0.8.0',
    'mirror-images.sh',
    'multus-4.3.0',
    'prometheus-operator-0.93.1',
    'sha256sums.txt',
    'snapshot-controller-8.7.0',
    ...operators.map(([name, { version }]) => `${name}-${version}`),
  ];
  expect(readdirSync(folder).sort()).toEqual(named.sort());
  const { objects } = loadManifest('kubevirt', '1.9.0', { directory: folder });
  expect(objects).toEqual(loadManifest('kubevirt', '1.9.0').objects);
});

// Proves: offline.installation
test('a bundle lists every image, including those given by option', () => {
  const images = text('images.txt').trim().split('\n');
  expect(images).toEqual([...imagesOf(scope), 'quay.io/containerdisks/ubuntu:24.04'].sort());
});

test('the script of a bundle copies each image of the list', () => {
  const script = text('mirror-images.sh');
  const copied = [...script.matchAll(/^copy (\S+) \S+$/gm)].map(([, image]) => image);
  expect(copied).toEqual(text('images.txt').trim().split('\n'));
  expect(statSync(join(folder, 'mirror-images.sh')).mode & 0o777).toBe(0o755);
});

test('the checksums of a bundle match its files, and detect a changed file', () => {
  const check = () =>
    spawnSync('sha256sum', ['--check', '--quiet', 'sha256sums.txt'], {
      cwd: folder,
      encoding: 'utf8',
    });
  expect(check()).toMatchObject({ status: 0, stdout: '' });
  const images = text('images.txt');
  writeFileSync(join(folder, 'images.txt'), `${images}evil.example/a:v1\n`);
  expect(check()).toMatchObject({ status: 1, stdout: 'images.txt: FAILED\n' });
  writeFileSync(join(folder, 'images.txt'), images);
});
