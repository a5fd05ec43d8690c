// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DownloadLab } from '../test/download-lab.ts';
import { announced, built, makeDownloadLab } from '../test/download-lab.ts';
import { recordingReport } from '../test/fake-go.ts';
import { released, sends, tableAt } from '../test/release-server.ts';
import { listTools } from './list-tools.ts';

let lab: DownloadLab;
beforeEach(async () => (lab = await makeDownloadLab()));
afterEach(() => lab.remove());

test('downloads a release with the hash that was published, and asks for no Go', async () => {
  lab.server.answer = sends(lab.archive);
  await rm(join(lab.machine.bin, 'go'));
  const { lines, path, text } = await lab.run();
  expect(text).toBe(released);
  expect((await stat(path)).mode & 0o777).toBe(0o755);
  expect(await readdir(dirname(path))).toEqual(['.origin.json', 'etcd']);
  expect(JSON.parse(await readFile(join(dirname(path), '.origin.json'), 'utf8'))).toEqual({
    origin: 'downloaded',
    url: `${lab.server.url}/etcd.tar.gz`,
    hash: `sha256:${lab.archive.sha256}`,
    source: 'https://forge.example/etcd/blob/c0ffee/HASHES',
  });
  expect(await lab.inCache()).toEqual(['etcd-3.6.5-<key>']);
  expect(lines).toEqual([
    announced,
    '[1/1] etcd 3.6.5, the store of every control plane: downloading from ' +
      lab.server.url.replace('http://', ''),
    '[1/1] etcd 3.6.5: 0.0 MB in 0s, with the sha256 that etcd published',
    'Toolchain ready: 1 downloaded in 0s.',
  ]);
});

test.each(['auto', 'build', 'download'])(
  'a second run downloads and builds nothing, with STRATA_TOOLS=%s',
  async (mode) => {
    lab.server.answer = sends(lab.archive);
    const { path } = await lab.run();
    const again = await lab.run({ mode });
    expect(again.lines).toEqual(['Toolchain ready: 1 from the cache.']);
    expect(again.path).toBe(path);
    expect(lab.server.asked).toEqual(['/etcd.tar.gz']);
    expect(await lab.machine.goCalls()).toEqual([]);
  },
);

test('does not download what has been built', async () => {
  lab.server.answer = sends(lab.archive);
  const first = await lab.run({ mode: 'build' });
  expect(first.text).toBe(built);
  expect((await lab.run({ mode: 'download' })).lines).toEqual([
    'Toolchain ready: 1 from the cache.',
  ]);
  expect(lab.server.asked).toEqual([]);
});

test('builds with STRATA_TOOLS=build, and asks no server', async () => {
  const { lines, text } = await lab.run({ mode: 'build' });
  expect(text).toBe(built);
  expect(lines[0]).toMatch(/^1 Go tool to build from source: about 1 min /);
  expect(lab.server.asked).toEqual([]);
});

test('builds the other tools, and counts only them in what is announced', async () => {
  lab.server.answer = sends(lab.archive);
  const { lines } = await lab.run({ tools: ['etcd', 'kwok'] });
  expect(lines).toEqual([
    announced,
    '1 Go tool to build from source: about 1 min if the 2 cores of this machine do nothing else ' +
      'and nothing is compiled yet, and up to 1.1 GB of disk. It may be stopped at any time: the ' +
      'next run goes on.',
    expect.stringMatching(/^\[1\/2\] etcd 3\.6\.5, .*: downloading from 127\.0\.0\.1:\d+$/),
    '[1/2] etcd 3.6.5: 0.0 MB in 0s, with the sha256 that etcd published',
    '[2/2] kwok 0.7.0, the kubelet of the simulated hosts: building (about 1 min)',
    '[2/2] kwok 0.7.0: done in 0s; 0s so far, 0.0 GB of disk',
    'Toolchain ready: 1 downloaded, 1 built in 0s.',
  ]);
  const shown = await listTools(
    ['etcd', 'kwok'],
    lab.machine.env,
    tableAt(lab.server.url, lab.archive.sha256),
  );
  expect(
    shown.map((line) => line.replace(lab.machine.cache, '~').replace(/[0-9a-f]{16}$/, 'K')),
  ).toEqual([
    'etcd  3.6.5  cache, downloaded  ~/toolchain/etcd-3.6.5-K',
    'kwok  0.7.0  cache, built       ~/toolchain/kwok-0.7.0-K',
  ]);
});

test('reaches a milestone with a tool that was downloaded', async () => {
  lab.server.answer = sends(lab.archive);
  const reached: string[] = [];
  await lab.run({
    tools: ['etcd', 'kwok'],
    milestone: {
      tools: ['etcd'],
      reached: ({ binaries }) => {
        reached.push(...binaries.map(({ binary }) => binary));
        return Promise.resolve();
      },
    },
  });
  expect(reached).toEqual(['etcd']);
});

test('downloads once when asked twice at the same time', async () => {
  lab.server.answer = (request, response) =>
    void setTimeout(() => sends(lab.archive)(request, response), 1_500);
  const reports = [recordingReport(), recordingReport()];
  const found = await Promise.all(reports.map((report) => lab.run({ report })));
  expect(found.map(({ text }) => text)).toEqual([released, released]);
  expect(lab.server.asked).toEqual(['/etcd.tar.gz']);
  expect(reports.map(({ lines }) => lines[1]?.replace(/from .*/, 'from S')).sort()).toEqual([
    '[1/1] etcd 3.6.5, the store of every control plane: downloading from S',
    '[1/1] etcd 3.6.5: downloaded by another process',
  ]);
  expect(reports.flatMap(({ states }) => states)).toContain(
    `[1/1] etcd 3.6.5: waiting for process ${process.pid}, which downloads it (0s)`,
  );
});

test('reports every second how much has come', async () => {
  const content = Buffer.alloc(1024 ** 2);
  lab.server.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 1024 ** 2 / 2));
    setTimeout(() => response.end(content.subarray(1024 ** 2 / 2)), 2_500);
  };
  const report = recordingReport();
  await lab.run({ report });
  expect(report.states).toContain('[1/1] etcd 3.6.5: 0s; 0.5 of 1.0 MB downloaded, about 0s left');
});

test('goes through the proxy that the environment names, and not where NO_PROXY says so', async () => {
  lab.server.answer = sends(lab.archive);
  const elsewhere = 'http://releases.example';
  const releases = tableAt(elsewhere, lab.archive.sha256);
  const env = { ...lab.machine.env, STRATA_TOOLS: 'download', HTTP_PROXY: lab.server.url };
  expect((await lab.run({ env, releases })).text).toBe(released);
  expect(lab.server.asked).toEqual([`${elsewhere}/etcd.tar.gz`]);
  await rm(join(lab.machine.cache, 'toolchain'), { recursive: true });
  const direct = { ...env, HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' };
  expect((await lab.run({ env: direct })).text).toBe(released);
});

test('follows redirects, but not for ever', async () => {
  lab.server.answer = (request, response) => {
    if (request.url === '/elsewhere') sends(lab.archive)(request, response);
    else response.writeHead(302, { location: '/elsewhere' }).end();
  };
  expect((await lab.run()).text).toBe(released);
  await rm(join(lab.machine.cache, 'toolchain'), { recursive: true });
  lab.server.answer = (_request, response) => response.writeHead(302, { location: '/more' }).end();
  expect((await lab.run()).lines).toEqual(
    lab.builtInstead('<server>/etcd.tar.gz leads from one address to the next without end'),
  );
});
