// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = ['kubeadm', 'kubectl', 'systemctl', 'modprobe', 'sysctl', 'swapoff'];

/** Variables of the second machine of a control plane of three. */
const variables = {
  ROLE: 'control-plane',
  INDEX: 1,
  REPLICAS: 3,
  OWN_ENDPOINT: 'no',
  PEERS: "'10.20.0.11 10.20.0.13'",
  PEER: '10.20.0.12',
  ENDPOINT: '192.0.2.10',
  INFRA_NAMESPACE: 'cluster-demo',
  KUBE_PROXY: 'yes',
  TIMEOUT_SECONDS: 60,
};

/** Result of a run of the bootstrap script. */
interface Ended {
  readonly code: number;
  readonly said: string;
  /** How kubeadm was called, and which member of etcd was removed. */
  readonly kubeadm: readonly string[];
}

/**
 * A machine on which a test runs the bootstrap script: its root is a folder, and every program but those
 * of the shell records how it was called.
 */
export class TestMachine {
  private readonly folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  readonly root = join(this.folder, 'root');

  constructor() {
    this.setVariables(variables);
    this.write('etc/strata/kubernetes-version', '1.35.4\n');
    this.write('etc/strata/ca.crt', '-----BEGIN CERTIFICATE-----\n');
    this.write('etc/modules-load.d/strata.conf', 'overlay\n');
    this.write('proc/mounts', `/dev/vdb ${this.root}/var/lib/etcd ext4 rw 0 0\n`);
    this.write('etc/strata/patches/kubeletconfiguration+merge.json', '{}\n');
    this.write('opt/strata/bin/install-kubernetes', '#!/bin/sh\n', 0o755);
    for (const name of programs) this.play(name, '');
    const removal = this.shipped('remove-lost-member');
    this.write('opt/strata/bin/remove-lost-member', removal, 0o755);
    this.write('opt/strata/bin/keep-node', `#!/bin/sh\n${this.recordOf('keep-node')}`, 0o755);
    // The API is ready unless there is the file "away"; files have the answers of etcd, by the address of
    // the peer.
    const curl = `#!/bin/sh
for url; do :; done
case $url in
  */readyz) [ ! -e "${this.root}/away" ] || exit 7; printf ok ;;
  */version) echo '"gitVersion": "v1.35.4"' ;;
  */member/list) peer=\${url#https://}; cat "${this.root}/etcd/\${peer%%:*}" 2> /dev/null || exit 28 ;;
  */member/remove) echo "remove $*" >> ${this.root}/calls ;;
  *) exit 7 ;;
esac
`;
    this.write('bin/curl', curl, 0o755);
  }

  private recordOf(name: string): string {
    return `echo "${name} $*" >> ${this.root}/calls\n`;
  }

  write(path: string, text: string, mode = 0o644): void {
    mkdirSync(join(this.root, path, '..'), { recursive: true });
    writeFileSync(join(this.root, path), text, { mode });
  }

  /** Writes the variables of the scripts. */
  setVariables(changed: Readonly<Record<string, string | number>>): void {
    const all = { ...variables, ...changed };
    const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
    this.write('etc/strata/machine.env', lines.join(''));
  }

  /** Has a program record how it was called, and run lines of the shell after that. */
  play(name: string, script: string): void {
    this.write(`bin/${name}`, `#!/bin/sh\n${this.recordOf(name)}${script}\n`, 0o755);
  }

  /** Returns a script as it is shipped, with another root. */
  private shipped(name: string): string {
    const script = readFileSync(new URL(`${name}.sh`, import.meta.url), 'utf8');
    return script.replaceAll(/(?<=[\s=])\/(etc|var|opt|proc|dev)\/(?!null)/g, `${this.root}/$1/`);
  }

  /** Returns all recorded calls. */
  calls(): string[] {
    return readFileSync(join(this.root, 'calls'), 'utf8').replaceAll(this.root, '').split('\n');
  }

  /** Runs the bootstrap script. */
  async start(): Promise<Ended> {
    const file = join(this.folder, 'bootstrap.sh');
    writeFileSync(file, this.shipped('bootstrap'));
    const env = { PATH: `${this.root}/bin:${process.env.PATH ?? ''}` };
    const { code, said } = await new Promise<Pick<Ended, 'code' | 'said'>>((resolve) => {
      execFile('sh', [file], { env, timeout: 30_000 }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
      });
    });
    const kubeadm = this.calls()
      .filter((call) =>
        /^(kubeadm (join|init (phase (etcd|certs|kubelet-finalize)|--))|kubeadm init phase kubeconfig all|kubectl config set|remove)/.test(
          call,
        ),
      )
      .map((call) => call.replace(/^remove .*(-d \S+) .*$/, 'remove $1'));
    return { code, said, kubeadm };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
