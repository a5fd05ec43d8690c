// SPDX-License-Identifier: Apache-2.0
import type { Answer, Method } from '@strata/cluster-client';
import { builtTool } from '@strata/testing';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { controlPlaneFiles } from '../../bootstrap/control-plane-files.ts';
import { testConfig, testControlPlane } from '../../bootstrap/test-bootstrap.ts';
import type { TestMachine } from '../../bootstrap/scripts/test-etcd.ts';
import { peerUrl } from '../../bootstrap/scripts/test-etcd.ts';
import type { RunningProgram } from '../../restored/programs.ts';
import { askOnce } from './ask-once.ts';
import { kubeadmText } from './kubeadm-documents.ts';
import type { ClusterConfiguration } from './kubeadm-documents.ts';
import { kubernetes, RotatedMachine } from './rotated-machine.ts';
import type { LabParts } from './rotated-machine.ts';
import type { KeyPhase } from './stack-keys.ts';

const run = promisify(execFile);

/** Addresses among peers, in the place of which each machine has one of its own on loopback. */
const peers = ['10.20.4.11', '10.20.4.12', '10.20.4.13'];

const config = testConfig({
  controlPlane: {
    replicas: 3,
    peers: { network: 'peers', addresses: peers.map((address) => `${address}/24`) },
  },
});

/** Machines that form one etcd. */
export interface MemberLab extends LabParts {
  readonly all: readonly TestMachine[];
}

/**
 * A control-plane VM as far as the authorities of etcd and of the front proxy concern it: kubeadm makes its
 * certificates from the files of its user data, and the command lines of etcd and of the API server. They run
 * as they are, but for addresses and folders.
 */
export class MemberMachine extends RotatedMachine {
  readonly #lab: MemberLab;
  readonly #index: number;
  #etcd: RunningProgram | undefined;

  constructor(index: number, lab: MemberLab) {
    super(`cp-${index}`, lab);
    this.#lab = lab;
    this.#index = index;
  }

  /** Its own address on loopback. */
  get address(): string {
    return this.#lab.all[this.#index]?.address ?? '';
  }

  /** Where clients reach its etcd. */
  get endpoint(): string {
    return `https://${this.address}:2379`;
  }

  /** The last of what its etcd has said. */
  get etcdSaid(): string {
    return this.#etcd?.said ?? '';
  }

  /**
   * Takes the machine away as a loss of power would, and makes another one in a phase. The disk of etcd
   * stays.
   *
   * @param until - `started`: it is left alone once its programs run. @default until it is ready
   */
  async replace(phase: KeyPhase, until: 'ready' | 'started' = 'ready'): Promise<void> {
    await this.takeAway('var');
    const args = { ...testControlPlane(config, this.#index), ...phase };
    for (const { path, content } of controlPlaneFiles(args)) this.write(path, content);
    const own = (cluster: ClusterConfiguration) => ({
      ...cluster,
      certificatesDir: this.path('etc/kubernetes/pki'),
      apiServer: { ...cluster.apiServer, certSANs: [this.address] },
      etcd: {
        local: {
          ...cluster.etcd.local,
          dataDir: this.path('var/lib/etcd'),
          serverCertSANs: [this.address],
          peerCertSANs: [this.address],
        },
      },
    });
    this.write('kubeadm.yaml', kubeadmText(args, this.name, own));
    await this.#kubeadm('certs', 'all');
    await this.#kubeadm('etcd', 'local', '--dry-run');
    await this.#kubeadm('control-plane', 'apiserver', '--dry-run');
    this.#etcd = this.start(builtTool('etcd-3.6.5', 'etcd'), this.#etcdArguments());
    const server = this.start(builtTool(kubernetes, 'kube-apiserver'), this.#apiArguments());
    if (until === 'started') return;
    await server.ready(
      async () => (await this.ask('GET', '/readyz', phase.kubeconfig)).body === 'ok',
    );
    this.isReady();
  }

  /** See {@link askOnce}. */
  ask(method: Method, path: string, kubeconfig: string, body?: object): Promise<Answer> {
    const server = `https://${this.address}:6443`;
    return askOnce(server, kubeconfig, { method, path, ...(body && { body }) });
  }

  /** Runs a phase of `kubeadm init`, which writes manifests where a dry run has them. */
  async #kubeadm(...phase: readonly string[]): Promise<void> {
    const folder = this.path('manifests');
    mkdirSync(folder, { recursive: true });
    const args = ['init', 'phase', ...phase, `--config=${this.path('kubeadm.yaml')}`];
    const env = { PATH: process.env.PATH, KUBEADM_INIT_DRYRUN_DIR: folder };
    await run(builtTool(kubernetes, 'kubeadm'), args, { env });
  }

  /** Returns the arguments in a manifest of kubeadm's, but for flags that another value replaces. */
  #argumentsOf(component: string, others: Readonly<Record<string, string | undefined>>): string[] {
    const text = readFileSync(join(this.path('manifests'), `${component}.yaml`), 'utf8');
    const found = [...text.matchAll(/^ {4}- --([^=\n]+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, this.#here(value)] as const,
    );
    const flags: Readonly<Record<string, string | undefined>> = {
      ...Object.fromEntries(found),
      ...others,
    };
    return Object.entries(flags).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    );
  }

  /** Returns a value of a flag with the address and the folder of this machine. */
  #here(value: string): string {
    return value
      .replaceAll(peers[this.#index] ?? '', this.address)
      .replaceAll('https://127.0.0.1:2379', this.endpoint)
      .replace(/^\/(?=etc\/strata|var\/log)/, `${this.path('')}/`);
  }

  #etcdArguments(): string[] {
    const all = this.#lab.all.map(({ address, name }) => `${name}=${peerUrl(address)}`);
    return this.#argumentsOf('etcd', {
      // All machines have the same loopback interface.
      'listen-client-urls': this.endpoint,
      'listen-metrics-urls': undefined,
      // Only the first start of a member reads it.
      'initial-cluster': all.join(','),
      'unsafe-no-fsync': 'true',
    });
  }

  #apiArguments(): string[] {
    return this.#argumentsOf('kube-apiserver', { 'bind-address': this.address });
  }
}
