// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, peerUrl, type TestEtcd, type TestMachine } from './test-etcd.ts';

// Machines of a control plane with the real etcd. kubeadm is played: these functions do to etcd what it does.

/** Writes the variables by which the scripts of a machine know it and its peers. */
export function writeSettings({ address, root }: TestMachine, all: readonly TestMachine[]): void {
  const others = all.map((other) => other.address).filter((other) => other !== address);
  mkdirSync(join(root, 'etc/strata'), { recursive: true });
  writeFileSync(
    join(root, 'etc/strata/machine.env'),
    `PEER=${address}\nPEERS='${others.join(' ')}'\n`,
  );
}

/** Three machines of a control plane in a random network on loopback. */
export interface ThreeMachines {
  readonly machines: readonly [TestMachine, TestMachine, TestMachine];
  /** Returns an address of the same network; 11, 12 and 13 are those of the machines. */
  readonly addressOf: (host: number) => string;
}

/** Returns three machines that know each other, with their roots in a folder. */
export function threeMachines(folder: string): ThreeMachines {
  const [a, b] = [1 + Math.floor(Math.random() * 254), Math.floor(Math.random() * 256)];
  const addressOf = (host: number) => `127.${a}.${b}.${host}`;
  const machine = (index: number): TestMachine => {
    const name = `cp-${index}`;
    return { name, address: addressOf(11 + index), root: join(folder, name) };
  };
  const machines = [machine(0), machine(1), machine(2)] as const;
  for (const one of machines) writeSettings(one, machines);
  return { machines, addressOf };
}

/** Returns a text as etcd's HTTP gateway has keys and values. */
export const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Writes a value; asks again while the members elect a leader. */
export async function put(
  etcd: TestEtcd,
  asked: TestMachine,
  key: string,
  value: string,
): Promise<void> {
  await eventually(async () => {
    await etcd.ask(asked, 'kv/put', { key: base64(key), value: base64(value) });
    return true;
  });
}

/** Runs the script as it is shipped, with another root. */
export async function removeLostMember({ root }: TestMachine) {
  const script = readFileSync(new URL('remove-lost-member.sh', import.meta.url), 'utf8');
  const file = join(root, 'remove-lost-member');
  writeFileSync(file, script.replaceAll(/(?<=[\s=])\/(etc|var)\//g, `${root}/$1/`));
  return new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    execFile('sh', [file], (error, stdout) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, said: stdout.replaceAll(/^[\d:]{8} strata: /gm, '') });
    });
  });
}

/** Adds a learner. Repeats as kubeadm does: etcd refuses for 5 s after its members have found each other. */
export async function add(
  etcd: TestEtcd,
  { address }: TestMachine,
  asked: TestMachine,
): Promise<void> {
  const member = { peerURLs: [peerUrl(address)], isLearner: true };
  await eventually(async () => {
    await etcd.ask(asked, 'cluster/member/add', member);
    return true;
  });
}

/**
 * Adds a machine to etcd and starts its member, as `kubeadm join` does after its check: a member
 * whose address is already listed is not added again.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/util/etcd/etcd.go addMember
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/etcd/local.go CreateStackedEtcdStaticPodManifestFile
 */
export async function startAsKubeadmDoes(
  etcd: TestEtcd,
  machine: TestMachine,
  asked: TestMachine,
): Promise<void> {
  const own = peerUrl(machine.address);
  const isListed = (await etcd.members(asked)).some(({ peerURLs: [url] }) => url === own);
  if (!isListed) await add(etcd, machine, asked);
  const members = await etcd.members(asked);
  const initial = members.map(({ ID, name, peerURLs: [url] }) =>
    url === own ? `${machine.name}=${url}` : `${name ?? ID}=${url}`,
  );
  etcd.start(machine, initial.join(','), 'existing');
}

/** Waits as kubeadm does then, until the member has started and votes. */
export async function promote(
  etcd: TestEtcd,
  machine: TestMachine,
  asked: TestMachine,
): Promise<void> {
  const own = peerUrl(machine.address);
  await eventually(async () => {
    const found = (await etcd.members(asked)).find(({ peerURLs: [url] }) => url === own);
    if (found?.name === undefined) return false;
    if (found.isLearner !== true) return true;
    await etcd.ask(asked, 'cluster/member/promote', { ID: found.ID });
    return true;
  });
}

/** Returns the names of the members that one of them lists, sorted. */
export async function names(etcd: TestEtcd, asked: TestMachine): Promise<string[]> {
  return (await etcd.members(asked)).map(({ name = 'not started' }) => name).sort();
}
