// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestEtcd, type TestMachine } from './test-etcd.ts';

const patience = 120_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-etcd-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a program that is etcd, but starts the member of one machine three seconds late. */
function etcdWithLateMember(late: string): string {
  const program = join(folder, 'etcd');
  const real = builtTool('etcd-3.6.5', 'etcd');
  writeFileSync(
    program,
    `#!/bin/sh\ncase " $* " in *" --name=${late} "*) sleep 3 ;; esac\nexec '${real}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

test(
  'a new cluster is begun when all of its members answer, not only the first',
  async () => {
    const block = `127.${1 + Math.floor(Math.random() * 254)}.${Math.floor(Math.random() * 256)}`;
    const machines = ['cp-0', 'cp-1', 'cp-2'].map((name, index): TestMachine => {
      return { name, address: `${block}.${11 + index}`, root: join(folder, name) };
    });
    const etcd = new TestEtcd(etcdWithLateMember('cp-2'), machines);
    try {
      await etcd.begin();
      const seen = await Promise.all(machines.map((machine) => etcd.members(machine)));
      expect(seen.map((members) => members.length)).toEqual([3, 3, 3]);
    } finally {
      await etcd.stopAll();
    }
  },
  patience,
);
