// SPDX-License-Identifier: Apache-2.0
import type { Captured, RackSession } from '@strata/sandbox';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './changed-config.ts';
import { kubectl, pulumi, sharedInstance, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import type { OtherCluster } from './other-clusters.ts';

/**
 * Changes of a generated cluster's file: backups in a volume, made when a test asks for one. The cluster's
 * tests end with its destruction.
 */
export const backedUpCluster: readonly Change[] = [
  ['protect: true', 'protect: false\n    volumes: delete'],
  [
    'user-cluster:network:',
    `user-cluster:backup:
    schedule: '0 3 1 1 *'
    target:
      volume:
        sizeGiB: 2
  user-cluster:network:`,
  ],
];

/** The program behind `npx strata restore`. */
export const restoreProgram = 'tools/prove-restore/src/restore/main.ts';

/** Files that `npx strata` makes for its programs: outputs of the platform. */
async function platformFile(session: RackSession): Promise<string> {
  const file = join(sharedInstance().dir, 'platform.json');
  const outputs = await pulumi(session, stacks.platform, ['stack', 'output', '--json']);
  expectSuccess(outputs);
  writeFileSync(file, outputs.stdout);
  return file;
}

/** The backups of a cluster whose file has {@link backedUpCluster}, and the programs that use them. */
export class ClusterBackups {
  readonly #session: RackSession;
  readonly #cluster: OtherCluster;
  readonly #name: string;
  /** How kubectl finds what the infra cluster has of this cluster. */
  readonly namespace: readonly string[];

  constructor(session: RackSession, cluster: OtherCluster) {
    this.#session = session;
    this.#cluster = cluster;
    this.#name = cluster.stack.split('.')[1] ?? '';
    this.namespace = ['-n', `cluster-${this.#name}`];
  }

  /** Asks the CronJob for a backup now, and waits until it is stored and read back. */
  async make(name: string): Promise<void> {
    const create = ['create', 'job', name, '--from=cronjob/etcd-backup'];
    await kubectl(this.#session, [...create, ...this.namespace]);
    const done = ['wait', `job/${name}`, '--for=condition=complete', '--timeout=300s'];
    await kubectl(this.#session, [...done, ...this.namespace]);
  }

  /** Folder of the volume with the backups, as a person would give a copy of it. */
  async repository(): Promise<string> {
    const claim = ['get', 'pvc', 'etcd-backup', '-o', 'jsonpath={.spec.volumeName}'];
    const volume = await kubectl(this.#session, [...claim, ...this.namespace]);
    return join(sharedInstance().dir, 'volumes', volume, this.#cluster.stack);
  }

  /** Runs a program of `npx strata` for the cluster, with the copy of its repository. */
  async run(program: string, ...args: readonly string[]): Promise<Captured> {
    const question = ['sandbox', this.#name, '--repository', await this.repository()];
    const { checkout } = this.#cluster;
    return this.#session.capture(['node', program, ...question, ...args], { cwd: checkout });
  }

  /** Runs {@link restoreProgram}. */
  async restore(kubeconfig: string, ...args: readonly string[]): Promise<Captured> {
    const files = ['--platform', await platformFile(this.#session), '--kubeconfig', kubeconfig];
    return this.run(restoreProgram, ...files, ...args);
  }
}
