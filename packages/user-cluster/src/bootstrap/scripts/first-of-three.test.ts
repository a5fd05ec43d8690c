// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, peerUrl, TestEtcd, type TestMachine } from './test-etcd.ts';
import {
  base64,
  names,
  promote,
  put,
  removeLostMember,
  startAsKubeadmDoes,
  threeMachines,
  writeSettings,
} from './test-members.ts';

// The real etcd of a control plane that grows from one machine to three: the disk of the machine that was
// alone moves to one that has peers.
const patience = 120_000;

/** Ends a writer that a test has started. */
let stopWriting: (() => Promise<number>) | undefined;
let folder: string;
let etcd: TestEtcd;
let alone: TestMachine;
/** A machine that replaces the first one and has another address among its peers. */
let elsewhere: TestMachine;
let machines: readonly [TestMachine, TestMachine, TestMachine];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-of-three-'));
  const { addressOf, machines: three } = threeMachines(folder);
  machines = three;
  // The address stands for 127.0.0.1, which all tests have in common. No other machine finds anybody there.
  alone = { name: 'cp-0', address: addressOf(1), root: join(folder, 'alone') };
  elsewhere = { name: 'cp-0', address: addressOf(21), root: join(folder, 'elsewhere') };
  etcd = new TestEtcd(builtTool('etcd-3.6.5', 'etcd'), [alone, elsewhere, ...machines]);
  await etcd.writeCertificates();
  etcd.start(alone, `cp-0=${peerUrl(alone.address)}`, 'new');
  for (let number = 0; number < 100; number += 1) await put(etcd, alone, oldKey(number), 'old');
}, patience);
afterEach(async () => {
  await stopWriting?.();
  stopWriting = undefined;
  await etcd.stopAll();
  rmSync(folder, { recursive: true, force: true });
});

const oldKey = (number: number) => `old/${number}`;

const dataOf = ({ root }: TestMachine) => join(root, 'var/lib/etcd');

/** Gives the disk of a machine to the one that replaces it, and starts that one's etcd as kubeadm does. */
async function replace(former: TestMachine, machine: TestMachine): Promise<void> {
  await etcd.stop(former);
  mkdirSync(dirname(dataOf(machine)), { recursive: true });
  renameSync(dataOf(former), dataOf(machine));
  etcd.start(machine, `cp-0=${peerUrl(machine.address)}`, 'new');
  await eventually(async () => (await etcd.members(machine)).length === 1);
}

const urls = async (asked: TestMachine) =>
  (await etcd.members(asked)).map(({ peerURLs }) => peerURLs.join(' ')).sort();

/** Returns how many keys with a prefix a member itself has, without asking the others. */
async function countAt(machine: TestMachine, prefix: string): Promise<number> {
  const range_end = base64(`${prefix.slice(0, -1)}0`); // "0" follows "/".
  const read = { key: base64(prefix), range_end, count_only: true, serializable: true };
  const { count = '0' } = await etcd.ask<{ readonly count?: string }>(machine, 'kv/range', read);
  return Number(count);
}

/** Writes one key after the other until it is told to stop; returns how many were acknowledged. */
function startWriting(asked: TestMachine) {
  let acknowledged = 0;
  const end = new AbortController();
  const done = (async () => {
    for (let number = 0; !end.signal.aborted; number += 1) {
      try {
        await etcd.ask(asked, 'kv/put', { key: base64(`new/${number}`), value: base64('new') });
        acknowledged += 1;
      } catch {
        await sleep(50);
      }
    }
  })();
  return async () => {
    end.abort();
    await done;
    return acknowledged;
  };
}

test(
  'an etcd that was alone keeps its address among peers, and the second member finds nobody there',
  async () => {
    const [first, second] = machines;
    await replace(alone, first);
    // --initial-advertise-peer-urls says another one.
    expect(await urls(first)).toEqual([peerUrl(alone.address)]);
    await startAsKubeadmDoes(etcd, second, first);
    expect(await etcd.end(second)).toContain(
      'cannot fetch cluster info from peer urls: could not retrieve cluster information from the given URLs',
    );
    // The first one goes on: a learner has no vote.
    await put(etcd, first, 'still', 'here');
    expect(await names(etcd, first)).toEqual(['cp-0', 'not started']);
  },
  patience,
);

// Proves: clusters.control-plane-grows
test(
  'the second machine corrects the address of the first, and all three have what was there and what was acknowledged',
  async () => {
    const [first, second, third] = machines;
    await replace(alone, first);
    const [{ ID: id } = { ID: '' }] = await etcd.members(first);
    stopWriting = startWriting(first);
    expect(await removeLostMember(second)).toEqual({
      code: 0,
      said:
        `etcd lists the member that answers at ${first.address} as ${id} with another address: it was alone, and no other member finds it there\n` +
        `the address of member ${id} is https://${first.address}:2380 now\n`,
    });
    expect(await urls(first)).toEqual([peerUrl(first.address)]);
    // A join that is tried again finds nothing to do.
    expect(await removeLostMember(second)).toEqual({ code: 0, said: '' });
    for (const machine of [second, third]) {
      expect(await removeLostMember(machine)).toEqual({ code: 0, said: '' });
      await startAsKubeadmDoes(etcd, machine, first);
      await promote(etcd, machine, first);
    }
    const acknowledged = await stopWriting();
    expect(acknowledged).toBeGreaterThan(20);
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-1', 'cp-2']);
    for (const machine of machines) {
      await eventually(async () => (await countAt(machine, 'new/')) >= acknowledged);
      expect(await countAt(machine, 'old/')).toBe(100);
    }
    // The machine that was alone is no longer needed.
    await etcd.stop(first);
    await put(etcd, second, 'last/word', 'without the first');
    await eventually(async () => (await countAt(third, 'last/')) === 1);
    expect(await countAt(third, 'old/')).toBe(100);
  },
  patience,
);

// Proves: clusters.control-plane-grows
test(
  'a machine that went back to be alone serves its data, and grows later with another address',
  async () => {
    const [first, second] = machines;
    await replace(alone, first);
    expect(await removeLostMember(second)).toMatchObject({ code: 0 });
    await replace(first, alone);
    expect(await urls(alone)).toEqual([peerUrl(first.address)]);
    await put(etcd, alone, 'old/more', 'word');
    await replace(alone, elsewhere);
    writeSettings(second, [elsewhere, second]);
    expect(await removeLostMember(second)).toMatchObject({ code: 0 });
    expect(await urls(elsewhere)).toEqual([peerUrl(elsewhere.address)]);
    await startAsKubeadmDoes(etcd, second, elsewhere);
    await promote(etcd, second, elsewhere);
    await eventually(async () => (await countAt(second, 'old/')) === 101);
  },
  patience,
);
