// SPDX-License-Identifier: Apache-2.0
import { freePort } from '@strata/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../backup/testing/backup-run.ts';
import { startEtcd } from '../../backup/testing/servers.ts';
import type { ControlPlaneKeys } from '../../bootstrap/index.ts';
import type { Programs } from '../../restored/programs.ts';
import { writeClusterCertificates } from '../../restored/write-certificates.ts';
import { LabMachine } from './lab-machine.ts';
import type { SharedParts } from './lab-machine.ts';

/** Two machines of a control plane on one etcd. */
export class Lab {
  readonly #shared: SharedParts;
  readonly first: LabMachine;
  readonly second: LabMachine;

  private constructor(shared: SharedParts, machines: readonly [LabMachine, LabMachine]) {
    this.#shared = shared;
    [this.first, this.second] = machines;
  }

  /** Starts etcd and both machines with the same keys. */
  static async start(programs: Programs, keys: ControlPlaneKeys): Promise<Lab> {
    const folder = mkdtempSync(join(tmpdir(), 'real-rotation-'));
    const pki = join(folder, 'pki');
    await writeClusterCertificates(pki);
    const ports = { client: await freePort(), peer: await freePort() };
    startEtcd(programs, join(folder, 'etcd'), pki, ports);
    const shared = { programs, pki, folder, etcd: ports };
    const prepare = (name: string) => LabMachine.prepare(name, shared);
    const lab = new Lab(shared, [await prepare('cp-0'), await prepare('cp-1')]);
    for (const machine of lab.machines) await machine.replace(keys);
    return lab;
  }

  get machines(): readonly LabMachine[] {
    return [this.first, this.second];
  }

  /** Returns how many Secrets each key has encrypted, by the name of the key in etcd's values. */
  async secretsByKey(): Promise<Record<string, number>> {
    const { etcd, pki } = this.#shared;
    const file = (name: string) => join(pki, name);
    const flags = [`--endpoints=https://127.0.0.1:${etcd.client}`, `--cacert=${file('ca.crt')}`];
    const login = [`--cert=${file('client.crt')}`, `--key=${file('client.key')}`];
    const get = ['get', '--prefix', '/registry/secrets/', '--write-out=json'];
    const { said } = await run('etcdctl', [...flags, ...login, ...get]);
    const { kvs } = JSON.parse(said) as { readonly kvs: readonly { readonly value: string }[] };
    const counts: Record<string, number> = {};
    for (const { value } of kvs) {
      const text = Buffer.from(value, 'base64').toString('latin1');
      const [, key = 'none'] = /^k8s:enc:secretbox:v1:([^:]+):/.exec(text) ?? [];
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  }

  async end(): Promise<void> {
    await this.#shared.programs.stopAll();
    rmSync(this.#shared.folder, { recursive: true, force: true });
  }
}
