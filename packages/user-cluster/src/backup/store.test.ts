// SPDX-License-Identifier: Apache-2.0
import { builtTool, makeResticRepository } from '@strata/testing';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

// The real script and the real restic, on a repository in a folder. The snapshot is any file.
const patience = 600_000;
const script = join(import.meta.dirname, 'scripts/store.sh');
const restic = builtTool('restic-0.18.1', 'restic');
const waits = 'backup: another process has locked the repository; waiting for it to end';

let root: string;
let stored: string;
const running: ChildProcess[] = [];

const makeRoot = () => {
  root = mkdtempSync(join(tmpdir(), 'store-'));
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'snapshot'), randomBytes(1 << 20));
};

// The tests share a backup that takes seconds, in a repository whose key is quick to derive.
beforeAll(async () => {
  makeRoot();
  stored = join(root, 'repository');
  makeResticRepository(stored, env().RESTIC_PASSWORD);
  expect(await store().ended).toBe(0);
}, patience);

beforeEach(makeRoot);

afterAll(() => {
  rmSync(dirname(stored), { recursive: true, force: true });
});

/** Begins with a repository in which a run has stored one backup. */
const hasBackup = () => {
  cpSync(stored, join(root, 'repository'), { recursive: true });
};

afterEach(() => {
  for (const process of running.splice(0)) process.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const env = () => ({
  PATH: [join(root, 'bin'), dirname(restic), '/usr/bin', '/bin'].join(':'),
  RESTIC_REPOSITORY: join(root, 'repository'),
  RESTIC_PASSWORD: 'not secret in a test',
  RESTIC_CACHE_DIR: join(root, 'cache'),
});

/** Puts a program in the place of another one. */
const play = (name: string, text: string) => {
  writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
};

/** A process with what it has said so far. */
interface Started {
  readonly process: ChildProcess;
  readonly said: () => string;
  /** Exit code, or the signal that has ended it. */
  readonly ended: Promise<number | string | null>;
}

function start(program: string, ...args: readonly string[]): Started {
  const process = spawn(program, args, { env: env() });
  running.push(process);
  let text = '';
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('data', (data: Buffer) => (text += data.toString()));
  }
  const ended = new Promise<number | string | null>((resolve) => {
    process.on('close', (code, signal) => {
      resolve(code ?? signal);
    });
  });
  return { process, said: () => text, ended };
}

const store = (...retention: readonly string[]) => {
  const kept = retention.length > 0 ? retention : ['--keep-last', '9'];
  return start('/bin/sh', script, join(root, 'snapshot'), 'demo', '25200', ...kept);
};

const list = (kind: 'locks' | 'snapshots') => {
  const args = ['list', kind, '--no-lock', '--quiet'];
  const { stdout } = spawnSync(restic, args, { env: env(), encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
};

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();

async function until(condition: () => boolean, what: () => string): Promise<void> {
  const end = Date.now() + patience / 3;
  while (!condition()) {
    if (Date.now() > end) throw new Error(what());
    await setTimeout(200);
  }
}

/** Starts a `restic check` so slow that it holds its exclusive lock until it is ended. */
async function holdRepository(): Promise<Started> {
  const holder = start(restic, 'check', '--read-data', '--limit-download', '1');
  await until(() => list('locks').length === 1, holder.said);
  return holder;
}

// Proves: backups.etcd
test(
  'a backup is made after a run that was killed while nobody else could use the repository',
  async () => {
    hasBackup();
    const { ended, process } = await holdRepository();
    process.kill('SIGKILL');
    await ended;
    expect(list('locks')).toHaveLength(1);
    const next = store();
    expect([await next.ended, next.said()]).toEqual([0, expect.stringContaining('read it back')]);
    expect(list('snapshots')).toHaveLength(2);
    expect(list('locks')).toEqual([]);
  },
  patience,
);

// Proves: backups.etcd
test(
  'on a host whose clock is ahead no older backup is deleted',
  async () => {
    hasBackup();
    // By this clock, the backup before the next one was made long ago.
    const time = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const [id = ''] = list('snapshots');
    const at = `${time.slice(0, 10)} ${time.slice(11, 19)}`;
    const rewritten = start(restic, 'rewrite', '--forget', '--new-time', at, id);
    expect([await rewritten.ended, rewritten.said()]).toEqual([0, expect.any(String)]);
    const next = store('--keep-within', '30d');
    expect([await next.ended, next.said()]).toEqual([
      0,
      expect.stringContaining(
        `backup: the backup before this one is of ${at}, and this host's time is `,
      ),
    ]);
    expect(list('snapshots')).toHaveLength(2);
    // The clock is still ahead, and the backup before this one is in time: the number keeps the oldest.
    const third = store('--keep-last', '3', '--keep-within', '30d');
    expect([await third.ended, list('snapshots').length]).toEqual([0, 3]);
  },
  patience,
);

/** The end of what is said when a repository has keys or snapshots, and no configuration. */
const lostConfiguration = (repository: string) =>
  `\nbackup: no repository can be made (restic ends with 1); older backups stay\nbackup: the repository has lost its configuration, or a run was cut off while it made it. Put ${repository}/config and ${repository}/keys back if there is a copy of them. If there is none, move the folder ${repository}, do not delete it, and the next backup makes a new repository\n`;

// Proves: backups.etcd
test.each([
  ['the configuration', ['config'], 'keys'],
  ['the configuration and the snapshots', ['config', 'snapshots'], 'keys'],
  ['the configuration and the keys', ['config', 'keys'], 'snapshots'],
])(
  'a repository that has lost %s keeps the rest, and a person is told',
  async (_, lost, kept) => {
    hasBackup();
    const repository = join(root, 'repository');
    for (const part of lost) rmSync(join(repository, part), { recursive: true });
    const data = files(repository);
    // On a busy host an error of restic is copied to the log some time after restic has ended.
    play('tee', 'text=$(cat); sleep 0.5; echo "$text" | exec /usr/bin/tee "$@"');
    const next = store();
    expect([await next.ended, next.said()]).toEqual([
      1,
      expect.stringContaining(`repository already contains ${kept}`),
    ]);
    expect(next.said().endsWith(lostConfiguration(repository))).toBe(true);
    expect(files(repository)).toEqual(data);
  },
  patience,
);

// Proves: backups.etcd
test.each(['', 'data'])(
  'a key is not set aside when the data is behind a link: repository/%s',
  async (part) => {
    const [repository, disk] = [join(root, 'repository'), join(root, 'disk')];
    mkdirSync(disk);
    if (part !== '') mkdirSync(repository);
    symlinkSync(disk, join(repository, part));
    expect(await store().ended).toBe(0);
    for (const lost of ['config', 'snapshots', 'index', 'locks']) {
      rmSync(join(repository, lost), { recursive: true });
    }
    const next = store();
    expect([await next.ended, next.said()]).toEqual([
      1,
      expect.stringContaining('repository already contains keys'),
    ]);
    expect(readdirSync(join(repository, 'keys'))).toHaveLength(1);
  },
  patience,
);

// Proves: backups.etcd
test(
  'the key of a repository that has nothing else is set aside, and opens what a check of the disk finds later',
  async () => {
    hasBackup();
    const [repository, found] = [join(root, 'repository'), join(root, 'lost+found')];
    mkdirSync(found);
    for (const part of readdirSync(repository)) {
      if (part !== 'keys') renameSync(join(repository, part), join(found, part));
    }
    const [key = ''] = readdirSync(join(repository, 'keys'));
    const next = store();
    expect([await next.ended, next.said()]).toEqual([0, expect.stringContaining('read it back')]);
    const [, left = ''] =
      /^backup: the repository had a key and nothing else, so a new one is made; that key is now in (.*)$/m.exec(
        next.said(),
      ) ?? [];
    expect(left).toMatch(/\/repository\/keys-left-\d{8}T\d{6}Z$/);
    expect(readdirSync(left)).toEqual([key]);
    // A later run that is cut off there finds it, and is made all the same.
    for (const part of readdirSync(repository)) {
      if (!part.startsWith('keys')) rmSync(join(repository, part), { recursive: true });
    }
    const third = store();
    expect([await third.ended, third.said()]).toEqual([0, expect.stringContaining('read it back')]);
    expect(readdirSync(left)).toEqual([key]);
    cpSync(left, join(found, 'keys'), { recursive: true });
    const opened = start(restic, '--repo', found, 'check', '--read-data');
    expect([await opened.ended, opened.said()]).toEqual([
      0,
      expect.stringContaining('no errors were found'),
    ]);
  },
  patience,
);

test(
  'a backup waits for the end of a process that has locked the repository',
  async () => {
    hasBackup();
    const holder = await holdRepository();
    const next = store();
    await until(() => next.said().includes(waits), next.said);
    holder.process.kill('SIGKILL');
    expect([await next.ended, next.said()]).toEqual([0, expect.stringContaining('read it back')]);
    expect(next.said().split(waits)).toHaveLength(2);
  },
  patience,
);

test(
  'a backup gives up after 35 minutes of waiting, and does not call the repository damaged',
  async () => {
    play('sleep', `echo "$@" >>${root}/slept`);
    play(
      'restic',
      `case $1 in
        backup) echo '{"snapshot_id":"abc"}' ;;
        dump) exec cat ${root}/snapshot ;;
        check) exit 11 ;;
      esac`,
    );
    const { ended, said } = store();
    expect([await ended, said()]).toEqual([
      1,
      `${waits}\nbackup: the repository is still locked after 35 minutes; older backups stay\n`,
    ]);
    const slept = readFileSync(join(root, 'slept'), 'utf8').split('\n').filter(Boolean);
    expect(slept.reduce((sum, seconds) => sum + Number(seconds), 0)).toBe(35 * 60);
  },
  patience,
);

test('a full target is not named for a backup that found room again and failed for another reason', async () => {
  play(
    'restic',
    `case $1 in
      backup)
        echo 'Save(<data/abc>) failed: write: no space left on device' >&2
        echo '{"snapshot_id":"abc"}'
        ;;
      dump) exec cat ${root}/snapshot ;;
      check) exit 1 ;;
    esac`,
  );
  const { ended, said } = store();
  expect([await ended, said()]).toEqual([
    1,
    'Save(<data/abc>) failed: write: no space left on device\nbackup: the repository is damaged; older backups stay\n',
  ]);
});

// Proves: backups.etcd
test(
  'SIGTERM reaches restic, which removes its lock',
  async () => {
    // At 1 KiB/s the backup is still running when the signal comes, and ends soon after it.
    writeFileSync(join(root, 'snapshot'), randomBytes(30_000));
    play(
      'restic',
      `case $1 in backup) exec ${restic} --limit-upload 1 "$@" ;; *) exec ${restic} "$@" ;; esac`,
    );
    const { ended, process, said } = store();
    await until(() => list('locks').length === 1, said);
    process.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(said()).toContain('backup: stopped by SIGTERM; older backups stay\n');
    expect([list('locks'), list('snapshots')]).toEqual([[], []]);
  },
  patience,
);
