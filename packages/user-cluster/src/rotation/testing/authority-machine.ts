// SPDX-License-Identifier: Apache-2.0
import type { Answer, Method } from '@strata/cluster-client';
import { builtTool, freePort } from '@strata/testing';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { controlPlaneFiles } from '../../bootstrap/control-plane-files.ts';
import { testControlPlane } from '../../bootstrap/test-bootstrap.ts';
import { launchApi } from '../../restored/api-server.ts';
import { askOnce } from './ask-once.ts';
import { clusterConfiguration, kubeadmText } from './kubeadm-documents.ts';
import type { Flag } from './kubeadm-documents.ts';
import type { SharedParts } from './lab-machine.ts';
import { kubernetes, managerArguments, RotatedMachine } from './rotated-machine.ts';
import type { KeyPhase } from './stack-keys.ts';

const run = promisify(execFile);

/** Returns a function of the script that starts machines, as it is shipped. */
function shipped(name: string): string {
  const file = new URL('../../bootstrap/scripts/bootstrap.sh', import.meta.url);
  const [found] =
    new RegExp(`^${name}\\(\\) \\{\\n[^]*?^\\}\\n`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  if (found === undefined) throw new Error(`the script has no function ${name}`);
  return found;
}

/**
 * A control-plane VM as far as the authority of the cluster concerns it: kubeadm makes its certificates
 * and kubeconfigs from the files of its user data, and the real API server and controller manager run with
 * them.
 */
export class AuthorityMachine extends RotatedMachine {
  readonly #lab: SharedParts;
  readonly #port: number;

  private constructor(name: string, lab: SharedParts, port: number) {
    super(name, lab);
    this.#lab = lab;
    this.#port = port;
  }

  static async prepare(name: string, lab: SharedParts): Promise<AuthorityMachine> {
    return new AuthorityMachine(name, lab, await freePort());
  }

  /** Where its API server answers. */
  get address(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Takes the machine away as a loss of power would, and makes another one in a phase. */
  async replace(phase: KeyPhase): Promise<void> {
    await this.takeAway();
    const args = { ...testControlPlane(), ...phase };
    for (const { path, content } of controlPlaneFiles(args)) this.write(path, content);
    this.write('etc/strata/ca.crt', phase.authority.certificatePem);
    const own = (cluster: ReturnType<typeof clusterConfiguration>) => ({
      ...cluster,
      certificatesDir: this.#pki(''),
      apiServer: { ...cluster.apiServer, certSANs: ['127.0.0.1'] },
    });
    this.write('kubeadm.yaml', kubeadmText(args, this.name, own));
    await this.#runKubeadm();
    const { etcd, pki, programs } = this.#lab;
    const { server } = launchApi(programs, {
      program: builtTool(kubernetes, 'kube-apiserver'),
      folder: this.path('api'),
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
    this.runs(server);
    const ready = async () => (await this.ask('GET', '/readyz', phase.kubeconfig)).body === 'ok';
    await server.ready(ready);
    const manager = builtTool(kubernetes, 'kube-controller-manager');
    const { controllerManager } = clusterConfiguration(args);
    this.start(manager, await this.#managerArguments(controllerManager.extraArgs));
    this.isReady();
  }

  /** See {@link askOnce}. */
  async ask(method: Method, path: string, kubeconfig: string, body?: object): Promise<Answer> {
    return askOnce(this.address, kubeconfig, { method, path, ...(body && { body }) });
  }

  /** Returns a kubeconfig that kubeadm and the script have made. */
  kubeconfig(name: string): string {
    return readFileSync(this.path(`etc/kubernetes/${name}.conf`), 'utf8');
  }

  /** Returns a request of a kubelet for its certificate, in PEM. */
  async certificateRequest(): Promise<string> {
    const folder = this.path('requests');
    const to = [`--kubeconfig-dir=${folder}`, `--cert-dir=${folder}`];
    const config = `--config=${this.path('kubeadm.yaml')}`;
    rmSync(folder, { recursive: true, force: true });
    await run(builtTool(kubernetes, 'kubeadm'), ['certs', 'generate-csr', config, ...to]);
    return readFileSync(join(folder, 'kubelet.conf.csr'), 'utf8');
  }

  #pki(name: string): string {
    return this.path(join('etc/kubernetes/pki', name));
  }

  /** Has kubeadm make certificates and kubeconfigs, in the way of the script that starts machines. */
  async #runKubeadm(): Promise<void> {
    const folder = this.path('etc/kubernetes');
    const config = `--config ${this.path('kubeadm.yaml')}`;
    const functions = ['trusts_two_authorities', 'trust_both_authorities'].map(shipped).join('');
    const names = ['admin', 'super-admin', 'kubelet', 'controller-manager', 'scheduler'];
    const script = `set -eu
administer() { kubeadm init phase "$@" ${config} --kubeconfig-dir ${folder}; }
${functions.replaceAll('/etc/', `${this.path('etc')}/`)}
if trusts_two_authorities; then trust_both_authorities; fi
administer kubeconfig all
for one in apiserver apiserver-kubelet-client; do kubeadm init phase certs $one ${config}; done
for one in ${names.join(' ')}; do
  kubectl config set-cluster demo --kubeconfig ${folder}/$one.conf --server ${this.address}
done`;
    const path = `${dirname(builtTool(kubernetes, 'kubeadm'))}:${process.env.PATH ?? ''}`;
    await run('sh', ['-c', script], { env: { PATH: path } });
  }

  async #managerArguments(own: readonly Flag[]): Promise<readonly string[]> {
    const signing = own.filter(({ name }) => name.startsWith('cluster-signing'));
    return managerArguments({
      'tls-cert-file': this.#pki('apiserver.crt'),
      'tls-private-key-file': this.#pki('apiserver.key'),
      controllers:
        'root-ca-certificate-publisher-controller,certificatesigningrequest-signing-controller',
      ...this.inside({
        kubeconfig: 'etc/kubernetes/controller-manager.conf',
        'root-ca-file': '/etc/kubernetes/pki/ca.crt',
        'cluster-signing-cert-file': '/etc/kubernetes/pki/ca.crt',
        'cluster-signing-key-file': '/etc/kubernetes/pki/ca.key',
        ...Object.fromEntries(signing.map(({ name, value }) => [name, value])),
      }),
    });
  }
}
