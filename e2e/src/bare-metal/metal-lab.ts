// SPDX-License-Identifier: Apache-2.0
import { newPrivateKey } from '@strata/command-plugin/testing';
import {
  installStandIn,
  loaderPath,
  makeTestStack,
  playedPrograms,
  scratchHost,
  type ScratchHost,
  type StandIn,
  type TestStack,
} from '@strata/infra/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Files = Parameters<ScratchHost['reset']>[0];

/** A host of the lab, and its entry of `infra:hosts`. */
export interface LabHost {
  readonly ssh: ScratchHost;
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * Hosts on the loopback, each with an address, a folder as its root and an SSH server of its own;
 * `kubeone` is the stand-in, which reads manifests through KubeOne's own loader, and does to the hosts
 * what KubeOne does; their systemd and kubelet are played. Pulumi and all of its plugins are real. The SSH server is the one of tests (pure JavaScript), because machines that
 * run tests seldom have sshd; the client is OpenSSH's.
 */
export interface MetalLab extends AsyncDisposable {
  readonly hosts: readonly LabHost[];
  readonly kubeone: StandIn;
  readonly stack: TestStack;
  /** Of the file that `infra:ssh.privateKeyFile` names. */
  readonly privateKey: string;
  readonly ssh: Readonly<Record<string, unknown>>;
}

const isPlane = (index: number, planes: number) => index < planes;

/** Returns the files that tell a host from the others: machine ID, host name and MAC address. */
export function identityOf(index: number): NonNullable<Files> {
  const id = String(index).padStart(2, '0');
  return {
    '/etc/machine-id': `0123456789abcdef0123456789abcd${id}\n`,
    '/proc/sys/kernel/hostname': `metal-${index}\n`,
    '/sys/class/net/eth1/address': `52:54:00:00:00:${id}\n`,
  };
}

/** The encryption key of Secrets, which KubeOne puts on the hosts of the first installation. */
const secretsKey = {
  '/etc/kubernetes/encryption-providers/encryption-providers.yaml': 'kind: played\n',
};

async function labHost(index: number, planes: number, privateKey: string): Promise<LabHost> {
  const address = `127.0.1.${10 + index}`;
  const ssh = await scratchHost(
    { ...playedPrograms, ...identityOf(index), ...secretsKey },
    { address, privateKey },
  );
  const config = {
    name: `metal-${index}`,
    role: isPlane(index, planes) ? 'control-plane' : 'worker',
    publicAddress: address,
    sshPort: ssh.port,
    hostKeys: [ssh.hostKey],
  };
  return { ssh, config };
}

/**
 * @param name - of the stack.
 * @param counts.planes - hosts that are control planes; the others are workers.
 * @param passphrase - of the stack's secrets.
 */
export async function metalLab(
  name: string,
  counts: { readonly hosts: number; readonly planes: number },
  passphrase?: string,
): Promise<MetalLab> {
  const privateKey = newPrivateKey();
  const hosts = await Promise.all(
    Array.from({ length: counts.hosts }, (_, index) => labHost(index, counts.planes, privateKey)),
  );
  const kubeone = installStandIn(loaderPath(), 'scratch');
  const privateKeyFile = join(kubeone.folder, 'id_ed25519');
  writeFileSync(privateKeyFile, privateKey, { mode: 0o600 });
  return {
    hosts,
    kubeone,
    privateKey,
    ssh: { privateKeyFile },
    stack: await makeTestStack(kubeone, name, passphrase),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(hosts.map(({ ssh }) => ssh[Symbol.asyncDispose]()));
      kubeone.remove();
    },
  };
}
