// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuestCommands, type CommandEnd } from '../root/commands.ts';
import { playedService } from './played-service.ts';
import { systemctl } from './systemctl.ts';
import { Systemd } from './systemd.ts';

class RememberedCommands extends GuestCommands {
  readonly called: string[] = [];

  override run(command: readonly string[]): Promise<CommandEnd> {
    this.called.push(command.join(' '));
    return Promise.resolve({ code: command.includes('fail') ? 7 : 0, timedOut: false });
  }
}

let root: string;
let commands: RememberedCommands;
let told: string[];
const folder = () => join(root, 'etc/systemd/system');

function boot(): Systemd {
  const builtIn = [playedService('containerd.service', 'played')];
  return new Systemd(root, commands, builtIn, (line) => told.push(line));
}

function oneshot(name: string, start: string, more = ''): void {
  const text = `[Unit]\n${more}\n[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=${start}\nExecStop=${start} stop\n[Install]\nWantedBy=multi-user.target\n`;
  writeFileSync(join(folder(), name), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'systemd-'));
  mkdirSync(folder(), { recursive: true });
  commands = new RememberedCommands(root);
  told = [];
});
afterEach(() => rmSync(root, { recursive: true }));

test('a new unit exists only after daemon-reload', async () => {
  const systemd = boot();
  oneshot('a.service', '/bin/a');
  expect(await systemctl(systemd, ['start', 'a'])).toEqual({
    code: 5,
    stdout: '',
    stderr: 'Unit a.service could not be found.\n',
  });
  await systemctl(systemd, ['daemon-reload']);
  expect(await systemctl(systemd, ['start', 'a'])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(commands.called).toEqual(['/bin/a']);
});

test('a unit whose file is gone exists no more after daemon-reload, unless it runs', async () => {
  for (const name of ['a.service', 'b.service']) oneshot(name, '/bin/a');
  const systemd = boot();
  await systemctl(systemd, ['start', 'b']);
  for (const name of ['a.service', 'b.service']) rmSync(join(folder(), name));
  await systemctl(systemd, ['daemon-reload']);
  const codes = ['a', 'b'].map(
    async (name) => (await systemctl(systemd, ['is-active', name])).code,
  );
  expect(await Promise.all(codes)).toEqual([4, 0]);
});

test('a unit that has failed stays so until reset-failed, also without its file', async () => {
  for (const name of ['a.service', 'b.service']) oneshot(name, '/bin/a fail');
  const systemd = boot();
  await systemctl(systemd, ['start', 'a']);
  await systemctl(systemd, ['start', 'b']);
  rmSync(join(folder(), 'a.service'));
  await systemctl(systemd, ['daemon-reload']);
  const state = async (name: string) => {
    const { code, stdout } = await systemctl(systemd, ['is-active', name]);
    return `${stdout.trim()} ${code}`;
  };
  expect([await state('a'), await state('b')]).toEqual(['failed 4', 'failed 3']);
  expect(await systemctl(systemd, ['reset-failed', 'a*', 'none*'])).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  expect([await state('a'), await state('b')]).toEqual(['inactive 4', 'failed 3']);
  await systemctl(systemd, ['reset-failed']);
  expect(await state('b')).toBe('inactive 3');
  expect(await systemctl(systemd, ['reset-failed', 'none'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Failed to reset failed state of unit none.service: Unit none.service not loaded.\n',
  });
});

test('enable --now starts a unit now and at every boot', async () => {
  oneshot('a.service', '/bin/a');
  const link = '/etc/systemd/system/multi-user.target.wants/a.service';
  expect(await systemctl(boot(), ['enable', '--now', 'a.service'])).toEqual({
    code: 0,
    stdout: `Created symlink ${link}.\n`,
    stderr: '',
  });
  expect(readdirSync(join(folder(), 'multi-user.target.wants'))).toEqual(['a.service']);
  await boot().boot();
  expect(commands.called).toEqual(['/bin/a', '/bin/a']);
});

test('is-active and is-enabled return the exit codes of systemd', async () => {
  const systemd = boot();
  expect(await systemctl(systemd, ['is-active', 'containerd'])).toMatchObject({
    code: 3,
    stdout: 'inactive\n',
  });
  await systemctl(systemd, ['enable', '--now', 'containerd']);
  expect(await systemctl(systemd, ['is-active', '--quiet', 'containerd'])).toMatchObject({
    code: 0,
    stdout: '',
  });
  expect((await systemctl(systemd, ['is-enabled', 'containerd'])).stdout).toBe('enabled\n');
  expect((await systemctl(systemd, ['status', 'nothing'])).code).toBe(4);
  expect(await systemctl(systemd, ['is-active', 'nothing'])).toMatchObject({
    code: 4,
    stdout: 'inactive\n',
  });
  expect(await systemctl(systemd, ['is-active', 'nothing', 'containerd'])).toMatchObject({
    code: 0,
    stdout: 'inactive\nactive\n',
  });
  expect(await systemctl(systemd, ['is-enabled', 'nothing'])).toEqual({
    code: 4,
    stdout: 'not-found\n',
    stderr: '',
  });
});

test('a unit that nothing enables is static, and one of /etc/fstab is generated', async () => {
  writeFileSync(join(folder(), 'a@.service'), '[Service]\nExecStart=/bin/a %i\n');
  writeFileSync(
    join(root, 'etc/fstab'),
    '/dev/disk/etcd\t/var/lib/my-etcd\text4\tdefaults\t0\t2\n',
  );
  const systemd = boot();
  expect(await systemctl(systemd, ['is-enabled', 'a@.service'])).toMatchObject({
    code: 0,
    stdout: 'static\n',
  });
  const mount = String.raw`var-lib-my\x2detcd.mount`;
  expect(await systemctl(systemd, ['is-enabled', mount])).toMatchObject({
    code: 0,
    stdout: 'generated\n',
  });
  expect(await systemctl(systemd, ['is-active', mount])).toMatchObject({
    code: 3,
    stdout: 'inactive\n',
  });
});

test('a unit whose command fails has the state failed', async () => {
  oneshot('a.service', '/bin/a fail');
  const systemd = boot();
  expect(await systemctl(systemd, ['start', 'a'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Job for a.service failed: /bin/a exited with status 7\n',
  });
  expect((await systemctl(systemd, ['is-active', 'a'])).stdout).toBe('failed\n');
});

test('rejects an unknown verb and an unknown option', async () => {
  expect(await systemctl(boot(), ['strat', 'a'])).toMatchObject({
    code: 1,
    stderr: 'Unknown command verb strat.\n',
  });
  expect(await systemctl(boot(), ['start', '--noow', 'a'])).toMatchObject({
    code: 1,
    stderr: "systemctl: unrecognized option '--noow'\n",
  });
});

test('a shutdown stops started units in reverse', async () => {
  oneshot('first.service', '/bin/first');
  oneshot('second.service', '/bin/second');
  oneshot('third.service', '/bin/third', 'Before=second.service');
  const systemd = boot();
  for (const name of ['first', 'second', 'third']) await systemd.start(name);
  commands.called.length = 0;
  await systemd.shutDown();
  expect(commands.called).toEqual(['/bin/second stop', '/bin/third stop', '/bin/first stop']);
});

const mountUnit = (what: string) =>
  `[Mount]\nWhat=${what}\nWhere=/var/lib/etcd\nType=ext4\n[Install]\nRequiredBy=local-fs.target\n`;

test('presets enable units at the first boot and for every later one', async () => {
  oneshot('a.service', '/bin/a');
  oneshot('b.service', '/bin/b');
  const presets = join(root, 'etc/systemd/system-preset');
  mkdirSync(presets);
  writeFileSync(join(presets, '20-ignition.preset'), 'enable a.service\ndisable b.service\n');
  const systemd = boot();
  systemd.applyPresets();
  await systemd.boot();
  await boot().boot();
  expect(commands.called).toEqual(['/bin/a', '/bin/a']);
});

test('a masked unit does not exist, even when something enables it', async () => {
  symlinkSync('/dev/null', join(folder(), 'a.service'));
  expect(await systemctl(boot(), ['enable', '--now', 'a.service'])).toEqual({
    code: 5,
    stdout: '',
    stderr: 'Unit a.service could not be found.\n',
  });
});

test('a machine without a disk that it needs starts nothing else', async () => {
  oneshot('a.service', '/bin/a');
  writeFileSync(join(folder(), 'var-lib-etcd.mount'), mountUnit('/dev/none'));
  const systemd = boot();
  for (const name of ['a.service', 'var-lib-etcd.mount']) systemd.enable(name);
  await systemd.boot();
  expect(commands.called).toEqual([]);
  expect(told.slice(-3)).toEqual([
    'Failed to start var-lib-etcd.mount: /var/lib/etcd: special device /dev/none does not exist.',
    'Dependency failed for local-fs.target - Local File Systems.',
    'You are in emergency mode.',
  ]);
});

// Proves: machines.etcd-disk-kept
test('a boot without a disk of /etc/fstab ends in emergency mode and starts no unit, unless the disk has nofail', async () => {
  const fstab = (options: string) =>
    writeFileSync(join(root, 'etc/fstab'), `/dev/disk/etcd /var/lib/etcd ext4 ${options} 0 2\n`);
  oneshot('a.service', '/bin/a');
  boot().enable('a.service');
  fstab('defaults,noatime');
  expect(await boot().boot()).toBe(false);
  expect(commands.called).toEqual([]);
  expect(told).toEqual([
    '/var/lib/etcd: special device /dev/disk/etcd does not exist.',
    'Dependency failed for local-fs.target - Local File Systems.',
    'You are in emergency mode.',
  ]);
  fstab('defaults,nofail');
  expect(await boot().boot()).toBe(true);
  expect(commands.called).toEqual(['/bin/a']);
});
