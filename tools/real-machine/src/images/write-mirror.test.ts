// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { ensureMirror, type MirrorContents } from './write-mirror.ts';

const cache = process.env.STRATA_CACHE_DIR;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-mirror-'));
  process.env.STRATA_CACHE_DIR = folder;
});
afterEach(async () => {
  if (cache === undefined) delete process.env.STRATA_CACHE_DIR;
  else process.env.STRATA_CACHE_DIR = cache;
  await rm(folder, { recursive: true });
});

test('writes downloads at their paths, each beside its checksum', async () => {
  const program = join(folder, 'program');
  await writeFile(program, 'program\n');
  const contents: MirrorContents = {
    images: [],
    downloads: [
      { path: 'downloads/a/program', checksum: 'downloads/a/program.sha256', source: program },
      {
        path: 'downloads/b.tgz',
        checksum: 'downloads/b.sha256sum',
        source: { files: { 'bin/program': program } },
      },
    ],
  };
  const mirror = await ensureMirror(contents);
  expect(await readFile(join(mirror, 'downloads/a/program'), 'utf8')).toBe('program\n');
  expect(await readFile(join(mirror, 'downloads/a/program.sha256'), 'utf8')).toBe(
    'fba13a37a73d657dc0f1e671f0dc714f9891dd4da15ec45bd2a6f83e0434648e  program\n',
  );
  const archive = join(mirror, 'downloads/b.tgz');
  expect(await runCommand(['tar', '-tzf', archive])).toBe('bin/\nbin/program\n');
  const sums = await readFile(join(mirror, 'downloads/b.sha256sum'), 'utf8');
  const [sum = ''] = (await runCommand(['sha256sum', archive])).split(' ');
  expect(sums).toBe(`${sum}  b.tgz\n`);
  expect(await ensureMirror(contents)).toBe(mirror);
});
