// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, peerUrl, TestEtcd, type TestMachine } from './test-etcd.ts';
import {
  add,
  base64,
  names,
  promote,
  put,
  removeLostMember,
  startAsKubeadmDoes,
  threeMachines,
} from './test-members.ts';

// Three members of the real etcd, each on its own loopback address, with the ports of kubeadm.
const patience = 120_000;

let folder: string;
let etcd: TestEtcd;
let machines: readonly [TestMachine, TestMachine, TestMachine];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lost-member-'));
  ({ machines } = threeMachines(folder));
  etcd = new TestEtcd(builtTool('etcd-3.6.5', 'etcd'), machines);
  await etcd.begin();
  await put(etcd, machines[0], 'word', 'still-here');
}, patience);
afterEach(async () => {
  await etcd.stopAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Loses the disk of etcd together with the machine; a new machine has an empty one. */
async function lose(machine: TestMachine): Promise<void> {
  await etcd.stop(machine);
  rmSync(join(machine.root, 'var/lib/etcd'), { recursive: true });
}

/** Returns the answer of a member itself, which does not ask the others. */
async function wordAt(machine: TestMachine): Promise<string> {
  const read = { key: base64('word'), serializable: true };
  interface Found {
    readonly kvs?: readonly { readonly value: string }[];
  }
  const { kvs = [] } = await etcd.ask<Found>(machine, 'kv/range', read);
  return Buffer.from(kvs[0]?.value ?? '', 'base64').toString();
}

interface Status {
  readonly leader: string;
  readonly header: { readonly member_id: string };
}

async function isLeader(machine: TestMachine): Promise<boolean> {
  const { leader, header } = await etcd.ask<Status>(machine, 'maintenance/status', {});
  return leader === header.member_id;
}

test(
  'an etcd that starts as a member whose data is lost exits, so the member must be removed',
  async () => {
    // The leader remembers what a follower has had. If the leader itself is lost, that is lost, too.
    const [first, second] = machines;
    const lost = (await isLeader(machines[2])) ? second : machines[2];
    await lose(lost);
    await startAsKubeadmDoes(etcd, lost, first);
    expect(await etcd.end(lost)).toMatch(/tocommit\(\d+\) is out of range \[lastIndex\(\d+\)\]/);
  },
  patience,
);

// Proves: machines.etcd-disk-lost
test(
  'removes a member whose data is lost, which then joins as a new one and has the data of the others',
  async () => {
    const [first, lost] = machines;
    const before = (await etcd.members(first)).find(({ name }) => name === 'cp-1');
    await lose(lost);
    expect(await removeLostMember(lost)).toEqual({
      code: 0,
      said:
        `etcd lists this machine as member ${before?.ID ?? ''} at ${lost.address}, and its disk is empty: ` +
        "the member's data is lost\n" +
        `removing member ${before?.ID ?? ''} from etcd; the others have a majority, and this machine joins as a new member\n` +
        `member ${before?.ID ?? ''} is removed\n`,
    });
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-2']);
    await startAsKubeadmDoes(etcd, lost, first);
    await promote(etcd, lost, first);
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-1', 'cp-2']);
    await eventually(async () => (await wordAt(lost)) === 'still-here');
    // The new member counts: without another one there is still a majority.
    await etcd.stop(machines[2]);
    await eventually(async () => {
      await etcd.ask(first, 'kv/put', { key: base64('word'), value: base64('and-more') });
      return (await wordAt(lost)) === 'and-more';
    });
  },
  patience,
);

/** Writes new keys through one member after the other, until it is stopped. */
class SteadyWriter {
  /** Values that etcd has acknowledged, by key. */
  readonly acknowledged = new Map<string, string>();
  /** Writes without an answer: they may be there or not. */
  unanswered = 0;
  #isOver = false;
  readonly #loop = this.#run();

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#loop;
  }

  async #run(): Promise<void> {
    for (let number = 0; !this.#isOver; number += 1) {
      const [key, value] = [`written/${number}`, `value ${number * 7}`];
      const asked = machines[number % 3] ?? machines[0];
      try {
        await etcd.ask(asked, 'kv/put', { key: base64(key), value: base64(value) });
        this.acknowledged.set(key, value);
      } catch {
        this.unanswered += 1;
      }
      await sleep(10);
    }
  }
}

/** Returns all keys of the writer that a member itself has, with their values. */
async function writtenAt(machine: TestMachine): Promise<Map<string, string>> {
  const range = { key: base64('written/'), range_end: base64('written0'), serializable: true };
  interface Found {
    readonly kvs?: readonly { readonly key: string; readonly value: string }[];
  }
  const { kvs = [] } = await etcd.ask<Found>(machine, 'kv/range', range);
  const text = (encoded: string) => Buffer.from(encoded, 'base64').toString();
  return new Map(kvs.map(({ key, value }) => [text(key), text(value)]));
}

// Proves: machines.etcd-disk-lost
test.each(['leader', 'follower'])(
  'while a client writes, the disk of a %s is lost and replaced, and every member has all acknowledged writes',
  async (role) => {
    let leads: readonly boolean[] = [];
    await eventually(async () => {
      leads = await Promise.all(machines.map(isLeader));
      return leads.filter(Boolean).length === 1;
    });
    const lost = machines[leads.indexOf(role === 'leader')] ?? machines[0];
    const other = machines.find((machine) => machine !== lost) ?? machines[0];
    const writer = new SteadyWriter();
    try {
      await eventually(() => Promise.resolve(writer.acknowledged.size > 50));
      const began = Date.now();
      await lose(lost);
      const before = writer.acknowledged.size;
      await eventually(async () => (await removeLostMember(lost)).code === 0);
      await startAsKubeadmDoes(etcd, lost, other);
      await promote(etcd, lost, other);
      const seconds = (Date.now() - began) / 1_000;
      const after = writer.acknowledged.size;
      await eventually(() => Promise.resolve(writer.acknowledged.size > after + 50));
      await writer.stop();
      const { acknowledged, unanswered } = writer;
      expect(acknowledged.size).toBeGreaterThan(100);
      process.stdout.write(
        `${role} lost: ${acknowledged.size} writes acknowledged, ${after - before} of them until the new member voted after ${seconds.toFixed(1)} s, ${unanswered} without an answer\n`,
      );
      const missingAt = async (machine: TestMachine) => {
        const found = await writtenAt(machine);
        return [...acknowledged].filter(([key, value]) => found.get(key) !== value);
      };
      for (const machine of machines) {
        await eventually(async () => (await missingAt(machine)).length === 0);
      }
    } finally {
      await writer.stop();
    }
  },
  patience,
);

// Proves: machines.etcd-disk-lost
test(
  'removes no member while two of three are lost, because the last one has no majority',
  async () => {
    const [first, lost, other] = machines;
    await lose(lost);
    await lose(other);
    const answer =
      'no other member of etcd answers, or they have no majority: nobody can say whether this one is lost\n';
    expect(await removeLostMember(lost)).toEqual({ code: 1, said: answer });
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-1', 'cp-2']);
  },
  patience,
);

test(
  'the last of three goes on alone when an operator forces it to, and the others join it one by one',
  async () => {
    const [first, second, third] = machines;
    // The last agreement may be lost: a member records that only with its next write.
    for (const value of ['a', 'b']) {
      await put(etcd, first, 'later', value);
    }
    await lose(second);
    await lose(third);
    await etcd.stop(first);
    const alone = `${first.name}=${peerUrl(first.address)}`;
    etcd.start(first, alone, 'existing', { 'force-new-cluster': 'true' });
    await eventually(async () => (await names(etcd, first)).length === 1);
    await etcd.stop(first);
    etcd.start(first, alone, 'existing');
    await eventually(async () => (await wordAt(first)) === 'still-here');
    for (const machine of [second, third]) {
      // No member lists them any more.
      await eventually(async () => (await removeLostMember(machine)).code === 0);
      await startAsKubeadmDoes(etcd, machine, first);
      await promote(etcd, machine, first);
      await eventually(async () => (await wordAt(machine)) === 'still-here');
    }
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-1', 'cp-2']);
  },
  patience,
);

test(
  'after one removal, removes no other lost member until the first is back',
  async () => {
    const [first, lost, other] = machines;
    await lose(lost);
    expect(await removeLostMember(lost)).toMatchObject({ code: 0 });
    await lose(other);
    expect(await removeLostMember(other)).toMatchObject({ code: 1 });
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-2']);
  },
  patience,
);

test(
  'leaves a member that was added and has not started yet to its join',
  async () => {
    const [first, lost] = machines;
    await lose(lost);
    await removeLostMember(lost);
    await add(etcd, lost, first);
    expect(await removeLostMember(lost)).toEqual({ code: 0, said: '' });
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-2', 'not started']);
  },
  patience,
);

test(
  'asks etcd nothing where the disk has data',
  async () => {
    const [first, second] = machines;
    expect(await removeLostMember(second)).toEqual({
      code: 1,
      said: 'there is data on the disk of etcd: no member is removed\n',
    });
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-1', 'cp-2']);
  },
  patience,
);
