// SPDX-License-Identifier: Apache-2.0
import { down, instanceAt, reset, up, workspaceRoot, type Instance } from '@strata/sandbox';
import { cacheDir, silentReport } from '@strata/toolchain';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectCommand,
  eventually,
  kubectl,
  openSession,
  sharedInstance,
  statusOf,
} from './environment.ts';
import { processesWhere } from './processes.ts';

const dir = mkdtempSync(join(tmpdir(), 'strata-second-'));
const second = instanceAt('second', join(dir, 's'));
afterAll(async () => {
  await reset(second, silentReport);
  rmSync(dir, { recursive: true, force: true });
});

/** Processes of the machine that have the sandbox's folder on their command line. */
function processesOf(instance: Instance): number[] {
  return processesWhere(({ command }) => command.some((word) => word.includes(instance.dir)));
}

test('a second sandbox runs beside the first, with its own hosts', async () => {
  await up(second, { hosts: 1, hostCpu: 8, zones: ['x'] }, silentReport);
  const nodes = ['get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}'];
  expect(await kubectl(await openSession(second), nodes)).toBe('metal-0');
  expect(await kubectl(await openSession(), nodes)).toBe('metal-0 metal-1 metal-2');
});

test('more hosts are plugged in by the next up, and what was there stays', async () => {
  await kubectl(await openSession(second), ['create', 'namespace', 'kept']);
  await up(second, { hosts: 2 }, silentReport);
  const session = await openSession(second);
  const names = ['-o', 'jsonpath={.items[*].metadata.name}'];
  expect(await kubectl(session, ['get', 'nodes', ...names])).toBe('metal-0 metal-1');
  expect(await kubectl(session, ['get', 'namespace', 'kept', '-o', 'name'])).toBe('namespace/kept');
});

test('after kill -9 of its supervisor nothing is left, and up mends it', async () => {
  const { supervisorPid } = await statusOf(second);
  expect(processesOf(second)).not.toEqual([]);
  const before = await openSession(second);
  // As Pulumi does, which waits for an API server that is no more.
  const command = before.run(['sleep', '300'], { stdio: 'ignore' });
  process.kill(supervisorPid, 'SIGKILL');
  const begin = Date.now();
  await expect(command).rejects.toThrow(
    `The sandbox ended while a command ran in it: its supervisor, process ${supervisorPid}, is gone.`,
  );
  expect(Date.now() - begin).toBeLessThan(15_000);
  await eventually('everything in the rack has ended', () =>
    Promise.resolve(processesOf(second).length === 0),
  );
  await up(second, {}, silentReport);
  const session = await openSession(second);
  expect(await kubectl(session, ['get', 'namespace', 'kept', '-o', 'name'])).toBe('namespace/kept');
});

test('down leaves no process, twice in a row is no error, and up goes on where it was', async () => {
  const { processes } = await statusOf(second);
  await down(second, silentReport);
  // The parent of the last one takes a moment to notice.
  await eventually(
    'no process is left',
    () => Promise.resolve(processesOf(second).length === 0),
    5,
  );
  for (const { pid } of processes) expect(existsSync(`/proc/${pid ?? 0}/stat`)).toBe(false);
  await down(second, silentReport);
  const begin = Date.now();
  await up(second, {}, silentReport);
  expect(Date.now() - begin).toBeLessThan(30_000);
  const session = await openSession(second);
  expect(await kubectl(session, ['get', 'namespace', 'kept', '-o', 'name'])).toBe('namespace/kept');
});

test('down ends what was run in the rack from outside, too', async () => {
  const session = await openSession(second);
  const orphaned = await session.capture(['sh', '-c', 'sleep 600 >/dev/null 2>&1 & echo $!']);
  const pid = Number(orphaned.stdout);
  expect(existsSync(`/proc/${pid}/stat`)).toBe(true);
  await down(second, silentReport);
  await eventually('it has ended', () => Promise.resolve(!existsSync(`/proc/${pid}/stat`)), 10);
});

test('operators that ran before a stop of the whole sandbox run again after it', async () => {
  const shared = sharedInstance();
  await down(shared, silentReport);
  await up(shared, {}, silentReport);
  await eventually('every pod is ready again', async () => {
    return (await statusOf(shared)).unreadyPods.length === 0;
  });
  const phase = ['get', 'kubevirts', '-A', '-o', 'jsonpath={.items[0].status.phase}'];
  expect(await kubectl(await openSession(), phase)).toBe('Deployed');
});

/** An ordinary user of the machine, as which root runs commands. */
const uid = 65_534;
const asOrdinaryUser = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups'];

/** Whether that user may read this checkout, which a private folder above it can forbid. */
const canBecomeOrdinary =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [...asOrdinaryUser, process.execPath, '--version']).status === 0;

/** Links take no room and no time, but end at the border of a file system. */
function linkOrCopy(from: string, to: string): void {
  if (spawnSync('cp', ['-rl', from, to]).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

(canBecomeOrdinary ? test : test.skip)(
  'an ordinary user can run a sandbox, and nothing gets out of it',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'strata-user-'));
    try {
      // The user has no access to root's cache: give it folders of its own with the same files.
      mkdirSync(join(home, 'cache'));
      linkOrCopy(join(cacheDir(), 'toolchain'), join(home, 'cache/toolchain'));
      const owner = `${uid}:${uid}`;
      const folders = [home, '-type', 'd', '-exec', 'chown', owner, '{}', '+'];
      expect(spawnSync('find', folders).status).toBe(0);
      const script = `
      set -e
      "$1" tools/sandbox/src/main.ts up --state-dir "$2/s" >&2
      "$1" tools/sandbox/src/main.ts --state-dir "$2/s" exec id -u
      "$1" tools/sandbox/src/main.ts --state-dir "$2/s" exec kubectl get nodes -o name
      "$1" tools/sandbox/src/main.ts --state-dir "$2/s" exec ${connectCommand('192.0.2.1', 443)
        .map((word) => `'${word.replaceAll("'", `'"'"'`)}'`)
        .join(' ')}
      "$1" tools/sandbox/src/main.ts reset --state-dir "$2/s" >&2`;
      const { status, stdout, stderr } = spawnSync(
        'setpriv',
        [...asOrdinaryUser, 'sh', '-c', script, 'sh', process.execPath, home],
        {
          cwd: workspaceRoot,
          encoding: 'utf8',
          timeout: 300_000,
          env: {
            ...process.env,
            HOME: home,
            STRATA_CACHE_DIR: join(home, 'cache'),
            NODE_OPTIONS: '',
          },
        },
      );
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.trim().split('\n')).toEqual([
        '0',
        'node/metal-0',
        'node/metal-1',
        'node/metal-2',
        'ENETUNREACH',
      ]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
);
