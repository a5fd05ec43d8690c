// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DownloadLab } from '../test/download-lab.ts';
import { announced, built, makeDownloadLab } from '../test/download-lab.ts';
import { buildsAll, recordingReport } from '../test/fake-go.ts';
import { released, sends, tableAt } from '../test/release-server.ts';
import { ownPlatform } from './planned-download.ts';

let lab: DownloadLab;
beforeEach(async () => (lab = await makeDownloadLab()));
afterEach(() => lab.remove());

/** Waits until something is so, but no longer than a minute. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await isSo()) return;
    await sleep(50);
  }
  throw new Error('it did not come about');
}

test('builds what has another hash, and says so', async () => {
  lab.server.answer = sends(lab.archive);
  const { lines, text } = await lab.run({ releases: tableAt(lab.server.url, 'f'.repeat(64)) });
  expect(text).toBe(built);
  const reason =
    `<server>/etcd.tar.gz has the sha256 ${lab.archive.sha256.slice(0, 16)}..., but etcd published ` +
    'ffffffffffffffff...';
  expect(lines).toEqual(lab.builtInstead(reason));
  expect(await lab.inCache()).toEqual(['etcd-3.6.5-<key>', 'logs']);
});

test('unpacks nothing before the hash is verified', async () => {
  const evil = { content: Buffer.from('no archive at all'), sha256: '' };
  lab.server.answer = sends(evil);
  const { lines } = await lab.run();
  expect(lines[2]).toMatch(
    /: not downloaded, so it is built: <server>\/etcd\.tar\.gz has the sha256/,
  );
});

test('builds what the server does not have', async () => {
  expect((await lab.run()).lines).toEqual(
    lab.builtInstead('<server>/etcd.tar.gz answers "404 Not Found"'),
  );
});

test('counts a build that was not planned, and no longer what others would compile for it', async () => {
  const { etcd, kwok } = tableAt(lab.server.url, lab.archive.sha256);
  const elsewhere = { by: 'kwok', coldMinutes: 59, modules: 0, objects: 0 } as const;
  const releases = { etcd: { ...etcd, elsewhere }, kwok };
  await lab.machine.setGo({ build: `sleep 2; ${buildsAll}` });
  const report = recordingReport();
  await lab.run({ releases, report, tools: ['etcd', 'kwok'] });
  expect(report.lines[1]).toMatch(/^1 Go tool to build from source: about 60 min /);
  const [, left] = /, (about \d+ min) left;/.exec(report.states[0] ?? '') ?? [];
  expect(left).toBe('about 1 min');
});

test('builds when the server breaks off in the middle', async () => {
  const content = Buffer.alloc(2 * 1024 ** 2);
  lab.server.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 1024 ** 2), () => response.destroy());
  };
  const { lines } = await lab.run();
  expect(lines.map((line) => line.replace(/after \d\.\d of/, 'after N of'))).toEqual(
    lab.builtInstead('<server>/etcd.tar.gz broke off after N of 2.0 MB'),
  );
});

test('builds when nobody listens', async () => {
  await lab.server.stop();
  const { lines, text } = await lab.run();
  expect(text).toBe(built);
  expect(lines).toEqual(lab.builtInstead('<server>/etcd.tar.gz cannot be reached (ECONNREFUSED)'));
});

test.each([
  ['before it answers', () => undefined],
  [
    'in the middle',
    (response: { write: (text: string) => unknown; flushHeaders: () => void }) => {
      response.flushHeaders();
      response.write('some bytes');
    },
  ],
])('builds when the server falls silent %s', async (_when, begin) => {
  lab.server.answer = (_request, response) => {
    begin(response);
  };
  const { lines } = await lab.run({ limits: { silence: 500, whole: 20_000 } });
  expect(lines).toEqual(lab.builtInstead('<server>/etcd.tar.gz sent nothing for 0s'));
});

test('builds when bytes come too slowly', async () => {
  lab.server.answer = (_request, response) => {
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  };
  const { lines } = await lab.run({ limits: { silence: 1_000, whole: 2_500 } });
  expect(lines).toEqual(lab.builtInstead('<server>/etcd.tar.gz was not complete after 0s'));
});

test('builds when the program is not in the archive, or is a link there', async () => {
  lab.server.answer = sends(lab.archive);
  for (const path of ['etcd/etcd', 'etcd/link']) {
    const { lines } = await lab.run({
      releases: tableAt(lab.server.url, lab.archive.sha256, path),
    });
    expect(lines).toEqual(lab.builtInstead(`<server>/etcd.tar.gz has no ${path}`));
    await rm(join(lab.machine.cache, 'toolchain'), { recursive: true });
  }
});

test('fails with STRATA_TOOLS=download, and says what to do', async () => {
  const report = recordingReport();
  await expect(lab.run({ mode: 'download', report })).rejects.toThrow(
    new Error(
      `etcd 3.6.5 was not downloaded: ${lab.server.url}/etcd.tar.gz answers "404 Not Found". ` +
        'STRATA_TOOLS is "download", so it is not built instead; set STRATA_TOOLS=auto to have it ' +
        'built.',
    ),
  );
  expect(report.lines[0]).toBe(announced.replace('is built instead', 'is an error'));
  expect(await lab.machine.goCalls()).toEqual([]);
  expect(await lab.inCache()).toEqual([]);
});

test('says that Go is missing when a download fails on a machine without it', async () => {
  await rm(join(lab.machine.bin, 'go'));
  await expect(lab.run()).rejects.toThrow(
    new Error(
      'Go is missing: install Go 1.26 or newer (https://go.dev/dl) and put its bin folder first on ' +
        'PATH.',
    ),
  );
});

test('leaves nothing when it is stopped half way', async () => {
  const stop = new AbortController();
  lab.server.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': lab.archive.content.length });
    response.write(lab.archive.content.subarray(0, 10));
    setTimeout(() => stop.abort(), 100);
  };
  await expect(lab.run({ signal: stop.signal })).rejects.toThrow(
    new Error('Stopped; what was half built has been removed.'),
  );
  expect(await lab.inCache()).toEqual([]);
});

test('a run after kill -9 in the middle of a download takes nothing of it for whole', async () => {
  lab.server.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': lab.archive.content.length });
    response.write(lab.archive.content.subarray(0, 10));
  };
  const script = `
    import { ensureToolchain } from '${import.meta.resolve('./ensure-toolchain.ts')}';
    import { tableAt } from '${import.meta.resolve('../test/release-server.ts')}';
    const releases = tableAt('${lab.server.url}', '${lab.archive.sha256}');
    await ensureToolchain({ tools: ['etcd'], releases });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...lab.machine.env, STRATA_TOOLS: 'auto' },
    stdio: 'ignore',
  });
  const folder = join(lab.machine.cache, 'toolchain');
  const left = async () => (await readdir(folder)).filter((name) => name.includes('.building-'));
  await until(async () => {
    if (lab.server.asked.length === 0) return false;
    const [name = ''] = await left();
    return (await readdir(join(folder, name))).includes('archive.tar.gz');
  });
  child.kill('SIGKILL');
  await once(child, 'close');
  expect((await left()).map((name) => basename(name).split('.building-')[1])).toEqual([
    expect.stringMatching(new RegExp(`^${child.pid}-`)),
  ]);

  lab.server.answer = sends(lab.archive);
  expect((await lab.run()).text).toBe(released);
  expect(await lab.inCache()).toEqual(['etcd-3.6.5-<key>']);
});

test('builds on a platform that the release is not for', async () => {
  const { etcd } = tableAt(lab.server.url, lab.archive.sha256);
  const releases = { etcd: { ...etcd, archives: {} } };
  expect((await lab.run({ releases })).text).toBe(built);
  expect(lab.server.asked).toEqual([]);
  expect(ownPlatform()).toMatch(/^\w+-(amd64|arm64)$/);
});

test('refuses another value of STRATA_TOOLS', async () => {
  await expect(lab.run({ mode: 'fetch' })).rejects.toThrow(
    new Error('STRATA_TOOLS must be auto, build or download, not "fetch".'),
  );
});

test('refuses a disk that is too full, before it downloads', async () => {
  const freeSpace = () => Promise.resolve(129);
  await expect(lab.run({ freeSpace })).rejects.toThrow(
    new Error(
      'Not enough disk space: 0.1 GB free where about 0.1 GB will be written (STRATA_CACHE_DIR ' +
        `${lab.machine.cache}/toolchain); free some, or set one of these variables to a larger disk.`,
    ),
  );
  expect(lab.server.asked).toEqual([]);
});
