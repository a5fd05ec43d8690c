// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SupervisedProcess } from '../process/supervised-process.ts';
import { Launcher, type PodNetwork } from './launcher.ts';

const dir = mkdtempSync(join(tmpdir(), 'launcher-'));
afterAll(() => rmSync(dir, { recursive: true }));

const script = join(import.meta.dirname, 'guest-start.sh');

/** Returns a launcher whose guest is a shell script that has printed "up". */
async function booted(guest: string): Promise<Launcher> {
  const launcher = new Launcher();
  const logFile = join(dir, `${Math.random()}.log`);
  launcher.boot(
    (onChange) =>
      new SupervisedProcess(
        {
          name: 'guest',
          command: ['sh', script, 'sh', '-c', guest],
          env: { PATH: '/usr/bin:/bin' },
          cwd: dir,
          logFile,
          forceSignal: 'SIGUSR1',
          restarts: () => false,
        },
        onChange,
      ),
  );
  for (let tries = 0; tries < 200 && readFileSync(logFile, 'utf8') === ''; tries += 1) {
    await sleep(10);
  }
  return launcher;
}

const stubborn = 'trap "" TERM; echo up; while :; do sleep 0.05; done';
const polite = 'trap "exit 0" TERM; echo up; while :; do sleep 0.05; done';

// Proves: drains-and-updates.workload-evicted
test('the power button reaches the guest, which may take its time', async () => {
  const launcher = await booted(polite);
  expect([launcher.hasBooted, launcher.isUp, launcher.powerOff]).toEqual([true, false, undefined]);
  launcher.shutDown(30);
  await launcher.whenOff();
  expect(launcher.powerOff).toMatchObject({ cause: 'shutdown', code: 0 });
});

// Proves: drains-and-updates.workload-evicted
test('cuts off a guest that does not shut down in time', async () => {
  const launcher = await booted(stubborn);
  launcher.shutDown(0.2);
  await launcher.whenOff();
  expect(launcher.powerOff).toMatchObject({ cause: 'destroyed', code: 137 });
});

test('a second request shortens the time, and never lengthens it', async () => {
  const launcher = await booted(stubborn);
  launcher.shutDown(30);
  launcher.shutDown(0.1);
  launcher.shutDown(60);
  await launcher.whenOff();
  expect(launcher.powerOff?.cause).toBe('destroyed');
});

test('tells by the exit code whether a guest that ended by itself was shut down or crashed', async () => {
  const off = await booted('echo up; sleep 0.1');
  const crashed = await booted('echo up; sleep 0.1; exit 1');
  await Promise.all([off.whenOff(), crashed.whenOff()]);
  expect(off.powerOff).toMatchObject({ cause: 'shutdown', code: 0 });
  expect(crashed.powerOff).toMatchObject({ cause: 'crashed', code: 1 });
});

test('a machine without a guest is off at once', () => {
  const launcher = new Launcher();
  launcher.boot();
  expect(launcher.isUp).toBe(true);
  launcher.shutDown(30);
  expect(launcher.powerOff).toMatchObject({ cause: 'shutdown', code: 0 });
});

test('the containers of its pod live as long as the machine', async () => {
  const launcher = await booted('echo up; sleep 0.1; exit 1');
  const run = launcher.createRun('shop/virt-launcher/compute', () => undefined);
  expect(run.state.phase).toBe('running');
  await launcher.whenOff();
  expect(run.state).toMatchObject({ phase: 'ended', lastExit: { code: 0 } });
});

// Proves: machines.auto-restart
test('a liveness probe that fails presses the power button, and the machine has the time of its pod', async () => {
  const shutsDown = await booted(polite);
  shutsDown.createRun('shop/virt-launcher/compute', () => undefined, 30).kill();
  await shutsDown.whenOff();
  expect(shutsDown.powerOff).toMatchObject({ cause: 'shutdown', code: 0 });
  const hangs = await booted(stubborn);
  hangs.createRun('shop/virt-launcher/compute', () => undefined, 0.2).kill();
  await hangs.whenOff();
  expect(hangs.powerOff).toMatchObject({ cause: 'destroyed', code: 137 });
});

test('the pod waits until the end of its machine is recorded in the API', async () => {
  const launcher = new Launcher();
  launcher.boot();
  let left = false;
  const leaving = launcher.leave(30).then(() => (left = true));
  await sleep(20);
  expect(left).toBe(false);
  launcher.record();
  await leaving;
});

test('hides what happens because the sandbox stops', async () => {
  const launcher = await booted(polite);
  const run = launcher.createRun('shop/virt-launcher/compute', () => undefined);
  await launcher.close(5);
  expect([launcher.powerOff, run.state.phase]).toEqual([undefined, 'running']);
});

const network = (name: string, address: string): PodNetwork => ({
  name,
  address,
  macs: new Map([['eth0', `02:00:00:00:00:${name}`]]),
});

const moves: [string, boolean, PodNetwork, PodNetwork][] = [
  [
    'at the address of its new pod',
    false,
    network('0b', '10.244.0.1'),
    network('0a', '10.244.0.2'),
  ],
  ['at the address that it had', true, network('0b', '10.244.0.2'), network('0a', '10.244.0.1')],
];

// Proves: drains-and-updates.live-migration-rules
test.each(moves)(
  'a machine that moves continues to run, %s',
  async (_, keepsAddress, left, taken) => {
    const from = await booted(polite);
    const to = new Launcher();
    from.plugIn(network('0a', '10.244.0.1'));
    to.plugIn(network('0b', '10.244.0.2'));
    const before = from.createRun('shop/launcher-a/compute', () => undefined);
    const after = to.createRun('shop/launcher-b/compute', () => undefined);
    const { process } = from;
    to.takeOver(from, keepsAddress);
    expect(to.process).toEqual(process);
    expect([from.network, to.network]).toEqual([left, taken]);
    expect(to.ownAddress).toBe('10.244.0.1');
    // Its old pod is done, and no one takes that for the end of the machine.
    expect(before.state).toMatchObject({ phase: 'ended', lastExit: { code: 0 } });
    expect([from.hasMoved, from.powerOff, to.hasBooted]).toEqual([true, undefined, true]);
    expect(after.state.phase).toBe('running');
    await from.leave(30);
    expect(to.process).toEqual(process);
    to.shutDown(30);
    await to.whenOff();
    expect(to.powerOff).toMatchObject({ cause: 'shutdown', code: 0 });
  },
);

test('a machine that stands still does nothing, and goes on where it was', async () => {
  const ticks = join(dir, 'ticks');
  const launcher = await booted(
    'trap "exit 0" TERM; echo up; while :; do echo >> ticks; sleep 0.01; done',
  );
  launcher.pause();
  expect(launcher.isPaused).toBe(true);
  const before = readFileSync(ticks, 'utf8').length;
  await sleep(200);
  expect(readFileSync(ticks, 'utf8')).toHaveLength(before);
  launcher.resume();
  for (let tries = 0; tries < 200 && readFileSync(ticks, 'utf8').length === before; tries += 1) {
    await sleep(10);
  }
  expect(readFileSync(ticks, 'utf8').length).toBeGreaterThan(before);
  launcher.shutDown(30);
  await launcher.whenOff();
  expect(launcher.powerOff).toMatchObject({ cause: 'shutdown', code: 0 });
});

// Upstream presses the button of a machine that stands still, too, and waits for the whole grace period.
test('a machine that stands still hears no power button, and is cut off', async () => {
  const launcher = await booted('echo up; exec sleep 60');
  launcher.pause();
  launcher.shutDown(0.2);
  await launcher.whenOff();
  expect(launcher.powerOff).toMatchObject({ cause: 'destroyed', code: 137 });
});
