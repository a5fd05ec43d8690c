// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, peerUrl, TestEtcd, type TestMachine } from './test-etcd.ts';
import {
  base64,
  names,
  promote,
  put,
  removeLostMember,
  startAsKubeadmDoes,
  threeMachines,
} from './test-members.ts';

// Three members of the real etcd whose authority is rotated. kubeadm's part in it is played.
const patience = 120_000;
const program = builtTool('etcd-3.6.5', 'etcd');
const folder = mkdtempSync(join(tmpdir(), 'join-between-phases-'));
const { machines } = threeMachines(folder);
const etcd = new TestEtcd(program, machines);
/** The same machines with certificates of the next authority. */
const next = machines.map((one) => ({ ...one, root: join(folder, 'next', one.name) }));

const pki = ({ root }: TestMachine) => join(root, 'etc/kubernetes/pki/etcd');
const authority = (machine: TestMachine) => readFileSync(join(pki(machine), 'ca.crt'), 'utf8');

afterAll(async () => {
  await etcd.stopAll();
  rmSync(folder, { recursive: true, force: true });
});

// Proves: keys.control-plane-authority-rotation, machines.etcd-disk-lost
test(
  'a machine of phase "sign" that has lost its disk joins members of phase "trust" as a new one, and has their data',
  async () => {
    await etcd.writeCertificates();
    await new TestEtcd(program, next).writeCertificates('etcd-ca-2');
    const [first, second, lost] = machines;
    const [old, later] = [authority(first), authority(next[0] ?? first)];
    for (const machine of machines) writeFileSync(join(pki(machine), 'ca.crt'), old + later);
    const all = machines.map(({ address, name }) => `${name}=${peerUrl(address)}`).join(',');
    for (const machine of machines) etcd.start(machine, all, 'new');
    await eventually(async () => (await names(etcd, first)).length === 3);
    await put(etcd, first, 'word', 'still-here');

    await etcd.stop(lost);
    rmSync(join(lost.root, 'var/lib/etcd'), { recursive: true });
    cpSync(pki(next[2] ?? lost), pki(lost), { recursive: true });
    writeFileSync(join(pki(lost), 'ca.crt'), later + old);
    const { code, said } = await removeLostMember(lost);
    expect([code, said]).toEqual([0, expect.stringMatching(/^member \d+ is removed$/m)]);
    expect(await names(etcd, first)).toEqual(['cp-0', 'cp-1']);
    await startAsKubeadmDoes(etcd, lost, first);
    await promote(etcd, lost, first);
    expect(await names(etcd, lost)).toEqual(['cp-0', 'cp-1', 'cp-2']);

    // Members of both phases are the majority now, in both directions.
    await etcd.stop(second);
    await put(etcd, lost, 'word', 'and-more');
    const read = { key: base64('word') };
    const found = await etcd.ask<{ readonly kvs: readonly { readonly value: string }[] }>(
      first,
      'kv/range',
      read,
    );
    expect(found.kvs.map(({ value }) => value)).toEqual([base64('and-more')]);
  },
  patience,
);
