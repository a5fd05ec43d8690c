// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import type { Answer, Method } from '@strata/cluster-client';
import { builtTool, freePort } from '@strata/testing';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { controlPlaneFiles } from '../../bootstrap/control-plane-files.ts';
import { kubeadmConfigs } from '../../bootstrap/kubeadm-config.ts';
import { testControlPlane } from '../../bootstrap/test-bootstrap.ts';
import { launchApi } from '../../restored/api-server.ts';
import { flagsOf } from '../../restored/flags.ts';
import type { RunningProgram } from '../../restored/programs.ts';
import type { AuthorityPhase } from './authority-keys.ts';
import type { SharedParts } from './lab-machine.ts';

const kubernetes = 'kubernetes-1.35.4';
const run = promisify(execFile);

/** Returns a function of the script that starts machines, as it is shipped. */
function shipped(name: string): string {
  const file = new URL('../../bootstrap/scripts/bootstrap.sh', import.meta.url);
  const [found] =
    new RegExp(`^${name}\\(\\) \\{\\n[^]*?^\\}\\n`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  if (found === undefined) throw new Error(`the script has no function ${name}`);
  return found;
}

interface Flag {
  readonly name: string;
  readonly value: string;
}

interface ClusterConfiguration {
  readonly kind: string;
  readonly apiServer: object;
  readonly controllerManager: { readonly extraArgs: readonly Flag[] };
}

/**
 * A control-plane VM as far as the authority of the cluster concerns it: kubeadm makes its certificates
 * and kubeconfigs from the files of its user data, and the real API server and controller manager run with
 * them.
 */
export class AuthorityMachine {
  readonly name: string;
  readonly #lab: SharedParts;
  readonly #port: number;
  #running: RunningProgram[] = [];
  /** Number of times that it was taken away; odd while it is not ready. */
  changes = 1;

  private constructor(name: string, lab: SharedParts, port: number) {
    this.name = name;
    this.#lab = lab;
    this.#port = port;
  }

  static async prepare(name: string, lab: SharedParts): Promise<AuthorityMachine> {
    return new AuthorityMachine(name, lab, await freePort());
  }

  get isUp(): boolean {
    return this.changes % 2 === 0;
  }

  /** Where its API server answers. */
  get address(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Takes the machine away as a loss of power would, and makes another one in a phase. */
  async replace(phase: AuthorityPhase): Promise<void> {
    if (this.isUp) this.changes += 1;
    await Promise.all(this.#running.map((program) => program.stop()));
    rmSync(this.#root, { recursive: true, force: true });
    const args = { ...testControlPlane(), ...phase };
    for (const { path, content } of controlPlaneFiles(args)) this.#write(path, content);
    this.#write('etc/strata/ca.crt', phase.authority.certificatePem);
    const managerArgs = this.#writeKubeadm(args);
    await this.#runKubeadm();
    const { etcd, pki, programs } = this.#lab;
    const { server } = launchApi(programs, {
      program: builtTool(kubernetes, 'kube-apiserver'),
      folder: join(this.#root, 'api'),
      pki,
      etcd,
      port: this.#port,
      encryptionKeys: [],
      flags: {
        'client-ca-file': this.#pki('ca.crt'),
        'tls-cert-file': this.#pki('apiserver.crt'),
        'tls-private-key-file': this.#pki('apiserver.key'),
      },
    });
    this.#running = [server];
    const ready = async () => (await this.ask('GET', '/readyz', phase.kubeconfig)).body === 'ok';
    await server.ready(ready);
    const manager = builtTool(kubernetes, 'kube-controller-manager');
    this.#running.push(programs.start(manager, flagsOf(await this.#managerFlags(managerArgs))));
    this.changes += 1;
  }

  /**
   * Returns the answer to a request by a connection of its own, with the login and the trust of a
   * kubeconfig.
   *
   * @throws Error when there is no answer.
   */
  async ask(method: Method, path: string, kubeconfig: string, body?: object): Promise<Answer> {
    const { options } = await readKubeconfig(kubeconfig);
    const client = new ApiClient(
      { server: this.address, options: { ...options, agent: false } },
      { seconds: 20 },
    );
    try {
      return await client.send(method, path, body && { body });
    } finally {
      client.close();
    }
  }

  /** Returns a kubeconfig that kubeadm and the script have made. */
  kubeconfig(name: string): string {
    return readFileSync(join(this.#root, `etc/kubernetes/${name}.conf`), 'utf8');
  }

  /** Returns a request of a kubelet for its certificate, in PEM. */
  async certificateRequest(): Promise<string> {
    const folder = join(this.#root, 'requests');
    const to = [`--kubeconfig-dir=${folder}`, `--cert-dir=${folder}`];
    const config = `--config=${join(this.#root, 'kubeadm.yaml')}`;
    rmSync(folder, { recursive: true, force: true });
    await run(builtTool(kubernetes, 'kubeadm'), ['certs', 'generate-csr', config, ...to]);
    return readFileSync(join(folder, 'kubelet.conf.csr'), 'utf8');
  }

  get #root(): string {
    return join(this.#lab.folder, this.name);
  }

  #pki(name: string): string {
    return join(this.#root, 'etc/kubernetes/pki', name);
  }

  #write(path: string, content: string): void {
    const file = join(this.#root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o600 });
  }

  /** Writes kubeadm's configuration for the folder of this machine, and returns flags of ours. */
  #writeKubeadm(args: ReturnType<typeof testControlPlane>): readonly Flag[] {
    const text = kubeadmConfigs(args)['kubeadm.yaml'] ?? '';
    const documents = text.split('---\n').map((one) => JSON.parse(one) as ClusterConfiguration);
    const cluster = documents.find(({ kind }) => kind === 'ClusterConfiguration');
    const init = documents.find(({ kind }) => kind === 'InitConfiguration');
    if (cluster === undefined || init === undefined) throw new Error('kubeadm is not configured');
    const own = {
      ...cluster,
      certificatesDir: this.#pki(''),
      apiServer: { ...cluster.apiServer, certSANs: ['127.0.0.1'] },
    };
    const named = { ...init, nodeRegistration: { name: this.name } };
    this.#write('kubeadm.yaml', [named, own].map((one) => JSON.stringify(one)).join('\n---\n'));
    return cluster.controllerManager.extraArgs;
  }

  /** Has kubeadm make certificates and kubeconfigs, in the way of the script that starts machines. */
  async #runKubeadm(): Promise<void> {
    const folder = join(this.#root, 'etc/kubernetes');
    const config = `--config ${join(this.#root, 'kubeadm.yaml')}`;
    const functions = ['trusts_two_authorities', 'trust_both_authorities'].map(shipped).join('');
    const names = ['admin', 'super-admin', 'kubelet', 'controller-manager', 'scheduler'];
    const script = `set -eu
administer() { kubeadm init phase "$@" ${config} --kubeconfig-dir ${folder}; }
${functions.replaceAll('/etc/', `${this.#root}/etc/`)}
if trusts_two_authorities; then trust_both_authorities; fi
administer kubeconfig all
for one in apiserver apiserver-kubelet-client; do kubeadm init phase certs $one ${config}; done
for one in ${names.join(' ')}; do
  kubectl config set-cluster demo --kubeconfig ${folder}/$one.conf --server ${this.address}
done`;
    const path = `${dirname(builtTool(kubernetes, 'kubeadm'))}:${process.env.PATH ?? ''}`;
    await run('sh', ['-c', script], { env: { PATH: path } });
  }

  async #managerFlags(own: readonly Flag[]): Promise<Record<string, string>> {
    const ofKubeadm = {
      'root-ca-file': this.#pki('ca.crt'),
      'cluster-signing-cert-file': this.#pki('ca.crt'),
      'cluster-signing-key-file': this.#pki('ca.key'),
    };
    const signing = own
      .filter(({ name }) => name.startsWith('cluster-signing'))
      .map(({ name, value }) => [name, join(this.#root, value)] as const);
    return {
      kubeconfig: join(this.#root, 'etc/kubernetes/controller-manager.conf'),
      'bind-address': '127.0.0.1',
      'secure-port': `${await freePort()}`,
      'tls-cert-file': this.#pki('apiserver.crt'),
      'tls-private-key-file': this.#pki('apiserver.key'),
      controllers:
        'root-ca-certificate-publisher-controller,certificatesigningrequest-signing-controller',
      'leader-elect-lease-duration': '8s',
      'leader-elect-renew-deadline': '6s',
      'leader-elect-retry-period': '1s',
      ...ofKubeadm,
      ...Object.fromEntries(signing),
    };
  }
}
