// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { etcdArguments } from '../../restored/etcd.ts';
import { writeCertificates } from '../../restored/write-certificates.ts';
import type { CertificateFolder } from '../../restored/write-certificates.ts';

/** A member as etcd's HTTP gateway lists it. A member that has never started has no name. */
export interface Member {
  readonly ID: string;
  readonly name?: string;
  readonly peerURLs: readonly [string];
  readonly isLearner?: boolean;
}

/** A machine with its own address on loopback; its files are below the folder `root`. */
export interface TestMachine {
  readonly name: string;
  readonly address: string;
  readonly root: string;
}

const pki = (root: string, file: string) => join(root, 'etc/kubernetes/pki/etcd', file);

/** The certificates of a member of etcd that kubeadm would make. */
const memberCertificates = ({ root, address, name }: TestMachine): CertificateFolder => ({
  folder: pki(root, '.'),
  leaves: {
    // On loopback every connection comes from 127.0.0.1, and etcd compares that with the certificate.
    server: {
      commonName: name,
      addresses: [address, '127.0.0.1'],
      usages: ['server', 'client'],
    },
    'healthcheck-client': { commonName: 'healthcheck', addresses: [], usages: ['client'] },
  },
});

/** Runs the real etcd, one member for each machine, with the flags that kubeadm gives them. */
export class TestEtcd {
  readonly #program: string;
  readonly #machines: readonly TestMachine[];
  readonly #running = new Map<string, ChildProcess>();
  readonly #said = new Map<string, string>();
  /** Processes that have ended and whose output is complete. */
  readonly #closed = new WeakSet<ChildProcess>();

  /** @param program - the path of etcd. */
  constructor(program: string, machines: readonly TestMachine[]) {
    this.#program = program;
    this.#machines = machines;
  }

  /** Gives each machine certificates, as kubeadm does before it starts an etcd. */
  async writeCertificates(authority?: string): Promise<void> {
    await writeCertificates(this.#machines.map(memberCertificates), authority);
  }

  /** Makes a new cluster of all machines, each of which then answers. Two of three would do without the third. */
  async begin(): Promise<void> {
    await this.writeCertificates();
    const all = this.#machines.map(({ name, address }) => `${name}=${peerUrl(address)}`).join(',');
    for (const machine of this.#machines) this.start(machine, all, 'new');
    for (const machine of this.#machines) {
      await eventually(async () => (await this.members(machine)).length === this.#machines.length);
    }
  }

  /** Starts the etcd of a machine, with further flags. */
  start(
    { name, address, root }: TestMachine,
    initialCluster: string,
    state: 'new' | 'existing',
    more: Readonly<Record<string, string>> = {},
  ): void {
    const member = {
      name,
      data: join(root, 'var/lib/etcd'),
      client: `https://${address}:2379`,
      peer: peerUrl(address),
      pki: pki(root, '.'),
    };
    const args = etcdArguments(member, {
      'initial-cluster': initialCluster,
      'initial-cluster-state': state,
      ...more,
    });
    const etcd = spawn(this.#program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#said.set(name, '');
    for (const output of [etcd.stdout, etcd.stderr]) {
      output.on('data', (text: Buffer) =>
        this.#said.set(name, `${this.#said.get(name) ?? ''}${text.toString()}`),
      );
    }
    etcd.once('close', () => this.#closed.add(etcd));
    this.#running.set(name, etcd);
  }

  /** Stops the etcd of a machine as a loss of power would. */
  async stop({ name }: TestMachine): Promise<void> {
    const etcd = this.#running.get(name);
    this.#running.delete(name);
    if (etcd?.exitCode !== null || etcd.signalCode !== null) return;
    const ended = once(etcd, 'close');
    etcd.kill('SIGKILL');
    await ended;
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#machines.map((machine) => this.stop(machine)));
  }

  /** Returns what the etcd of a machine has printed since its start, once it has ended by itself. */
  async end({ name }: TestMachine): Promise<string> {
    const etcd = this.#running.get(name);
    if (etcd === undefined) throw new Error(`no etcd was started for ${name}`);
    await eventually(() => Promise.resolve(this.#closed.has(etcd)));
    return this.#said.get(name) ?? '';
  }

  /** Returns the members that one of them lists; the others need not answer. */
  async members(asked: TestMachine): Promise<readonly Member[]> {
    const path = 'cluster/member/list';
    return (await this.ask<{ readonly members: readonly Member[] }>(asked, path, {})).members;
  }

  /**
   * Calls a member by etcd's HTTP gateway and returns its answer.
   *
   * @throws Error when it does not answer, or refuses.
   */
  async ask<T>(asked: TestMachine, path: string, body: object): Promise<T> {
    const { address, root } = asked;
    const call = request(`https://${address}:2379/v3/${path}`, {
      method: 'POST',
      timeout: 5_000,
      agent: false,
      ca: readFileSync(pki(root, 'ca.crt')),
      cert: readFileSync(pki(root, 'healthcheck-client.crt')),
      key: readFileSync(pki(root, 'healthcheck-client.key')),
    });
    call.end(JSON.stringify(body));
    const text = await new Promise<string>((resolve, reject) => {
      call.on('error', reject).on('timeout', () => call.destroy(new Error('no answer')));
      call.on('response', (response) => {
        let answer = '';
        response.on('data', (part: Buffer) => (answer += part.toString()));
        response.on('end', () => {
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(answer));
        });
      });
    });
    return JSON.parse(text) as T;
  }
}

/** Returns the address at which other members find the etcd of a machine. */
export const peerUrl = (address: string) => `https://${address}:2380`;

/**
 * Asks every 100 ms until the answer is true, for at most 30 seconds. An error counts as false.
 *
 * @throws Error after 30 seconds.
 */
export async function eventually(ask: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  let last: unknown;
  while (Date.now() < end) {
    try {
      if (await ask()) return;
    } catch (error) {
      last = error;
    }
    await sleep(100);
  }
  throw new Error('it has not come to this within 30 s', { cause: last });
}
