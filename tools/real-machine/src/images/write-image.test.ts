// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runCommand } from '../run-command.ts';
import { writeArchive } from './archive.ts';
import { writeImage, writeLayer } from './write-image.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'strata-image-'))));
afterEach(() => rm(folder, { recursive: true }));

const sha256 = (data: Buffer) => `sha256:${createHash('sha256').update(data).digest('hex')}`;
const blob = (digest: string) => readFile(join(folder, 'blobs', digest));
const json = async (digest: string) => JSON.parse((await blob(digest)).toString()) as unknown;

async function layerOf(text: string) {
  const program = join(folder, 'program');
  await writeFile(program, text);
  const archive = join(folder, 'layer.tar');
  const links = { 'usr/bin/other': 'program' };
  await writeArchive({ files: { 'usr/bin/program': program }, links }, archive);
  return writeLayer(folder, archive);
}

test('writes a layer as a compressed archive of executables and links, with digests before and after compression', async () => {
  const layer = await layerOf('#!/bin/sh\n');
  const packed = await blob(layer.digest);
  expect(sha256(packed)).toBe(layer.digest);
  expect(packed).toHaveLength(layer.size);
  const archive = gunzipSync(packed);
  expect(sha256(archive)).toBe(layer.diffId);
  await writeFile(join(folder, 'unpacked.tar'), archive);
  const listed = await runCommand(['tar', '-tvf', join(folder, 'unpacked.tar'), '--utc']);
  const lines = listed
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' '));
  expect(lines).toContain('-rwxr-xr-x 0/0 10 1970-01-01 00:00 usr/bin/program');
  expect(lines).toContain('lrwxrwxrwx 0/0 0 1970-01-01 00:00 usr/bin/other -> program');
  // No temporary file is left.
  expect((await readdir(folder)).sort()).toEqual(['blobs', 'program', 'unpacked.tar']);
});

test('the same contents give the same layer', async () => {
  const first = await layerOf('1');
  expect(await layerOf('1')).toEqual(first);
  expect((await layerOf('2')).digest).not.toBe(first.digest);
});

test('an image lists its layers from the lowest one on, and its entrypoint', async () => {
  const layers = [await layerOf('1'), await layerOf('2')];
  const [one, two] = layers;
  const facts = { name: 'mirror/a/b', tag: 'v1', layers, entrypoint: ['/usr/bin/program'] };
  await writeImage(folder, facts);
  const digest = await readFile(join(folder, 'tags/v2/mirror/a/b/manifests/v1'), 'utf8');
  const type = 'application/vnd.oci.image';
  const manifest = (await json(digest)) as { config: { digest: string } };
  expect(manifest).toEqual({
    schemaVersion: 2,
    mediaType: `${type}.manifest.v1+json`,
    config: {
      mediaType: `${type}.config.v1+json`,
      digest: manifest.config.digest,
      size: (await blob(manifest.config.digest)).length,
    },
    layers: [one, two].map((layer) => ({
      mediaType: `${type}.layer.v1.tar+gzip`,
      digest: layer?.digest,
      size: layer?.size,
    })),
  });
  expect(await json(manifest.config.digest)).toEqual({
    architecture: 'amd64',
    os: 'linux',
    config: {
      Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
      Entrypoint: ['/usr/bin/program'],
    },
    rootfs: { type: 'layers', diff_ids: [one?.diffId, two?.diffId] },
  });
});
