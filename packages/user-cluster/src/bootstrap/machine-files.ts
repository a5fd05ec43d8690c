// SPDX-License-Identifier: Apache-2.0
import { guestInterface } from '../machines/index.ts';
import { peerAddress, versionOf } from './bootstrap-args.ts';
import type { BootstrapArgs } from './bootstrap-args.ts';
import type { UserDataFile } from './boot-plan.ts';
import { layoutOf } from './guest-layouts.ts';
import { kubeadmConfigs, kubeadmFile, patchesFolder } from './kubeadm-config.ts';
import { renderKubeletPatch } from './kubelet-config.ts';
import { nodeSoftware, upstream } from './node-software.ts';

/** Seconds that a VM tries to become a node before it gives up. */
const joinSeconds = 1800;

/** Kernel modules that pod networks need. @see https://kubernetes.io/docs/setup/production-environment/container-runtimes/ */
const kernelModules = ['overlay', 'br_netfilter'] as const;

/**
 * Kernel settings. The last two keep a VM that has the API's address on its loopback interface from
 * answering for this address on other networks.
 *
 * @see https://docs.kernel.org/networking/ip-sysctl.html `arp_ignore`
 */
const kernelSettings = {
  'net.bridge.bridge-nf-call-iptables': 1,
  'net.bridge.bridge-nf-call-ip6tables': 1,
  'net.ipv4.ip_forward': 1,
  'fs.inotify.max_user_instances': 8192,
  'net.ipv4.conf.all.arp_ignore': 1,
  'net.ipv4.conf.all.arp_announce': 2,
} as const;

/** Returns whether the VM has the API's address as one of its own. */
export function hasOwnEndpoint(args: BootstrapArgs): boolean {
  return args.role === 'control-plane' && args.config.controlPlane.replicas === 1;
}

/** Returns the addresses of the other control-plane VMs. */
function otherPeers(args: BootstrapArgs): string[] {
  if (args.role === 'worker') return [];
  return Array.from({ length: args.config.controlPlane.replicas }, (_, index) => index)
    .filter((index) => index !== args.index)
    .flatMap((index) => peerAddress(args, index) ?? []);
}

/**
 * Returns the guest's interface that SSH comes in by with `via: network`; an empty text with any other
 * `via`.
 */
function sshInterface({ config, machine, platform }: BootstrapArgs): string {
  const { network, via } = config.access.ssh;
  return via === 'network' ? (guestInterface(machine, network ?? '', platform) ?? '') : '';
}

/** Returns the variables of the scripts. */
function settings(args: BootstrapArgs): Readonly<Record<string, string | number>> {
  const { config, machine, namespace } = args;
  const { mirror } = config.kubernetes.binaries;
  const base = mirror?.replace(/\/$/, '');
  const { prefix, path } = layoutOf(machine);
  return {
    ROLE: args.role,
    INDEX: args.role === 'worker' ? 0 : args.index,
    // Another number of them must not replace workers.
    REPLICAS: args.role === 'worker' ? 1 : config.controlPlane.replicas,
    PEERS: otherPeers(args).join(' '),
    PEER: args.role === 'worker' ? '' : (peerAddress(args, args.index) ?? ''),
    ENDPOINT: config.controlPlane.endpoint.address,
    OWN_ENDPOINT: hasOwnEndpoint(args) ? 'yes' : 'no',
    INFRA_NAMESPACE: namespace,
    SSH_INTERFACE: sshInterface(args),
    CNI: config.cni.type,
    KUBE_PROXY: config.cni.kubeProxyReplacement ? 'no' : 'yes',
    TIMEOUT_SECONDS: joinSeconds,
    DRAIN_SECONDS: machine.drain.timeoutSeconds,
    KUBERNETES_URL: base ?? upstream.kubernetes,
    GITHUB_URL: base ?? upstream.github,
    CONTAINERD_VERSION: nodeSoftware.containerd.version,
    RUNC_VERSION: nodeSoftware.runc.version,
    CNI_PLUGINS_VERSION: nodeSoftware['cni-plugins'].version,
    PREFIX: prefix,
    PATH: path,
  };
}

/**
 * File that replaces one of Ubuntu's and Debian's package unattended-upgrades. That one allows programs to
 * delay a shutdown by 30 seconds at most, and is read after the file that the kubelet writes: a kubelet
 * that wants longer switches its graceful shutdown off.
 *
 * @see https://github.com/kubernetes/kubernetes/issues/102818
 */
const logindFile = '/etc/systemd/logind.conf.d/unattended-upgrades-logind-maxdelay.conf';

/** Quotes a value for the shell. */
const quoted = (value: string | number) => `'${`${value}`.replaceAll("'", `'\\''`)}'`;

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');

/**
 * Returns the files that tell one VM what it is: kubeadm's configuration, kernel settings and the
 * variables of the scripts.
 */
export function machineFiles(args: BootstrapArgs): UserDataFile[] {
  const variables = Object.entries(settings(args));
  const plain: Readonly<Record<string, string>> = {
    '/etc/strata/machine.env': lines(variables.map(([key, value]) => `${key}=${quoted(value)}`)),
    '/etc/strata/kubernetes-version': `${versionOf(args)}\n`,
    '/etc/strata/ca.crt': args.authority.certificatePem,
    [`${patchesFolder}/kubeletconfiguration+merge.json`]: `${JSON.stringify(renderKubeletPatch(args), null, 2)}\n`,
    '/etc/modules-load.d/strata.conf': lines(kernelModules),
    '/etc/sysctl.d/90-strata.conf': lines(
      Object.entries(kernelSettings).map(([key, value]) => `${key} = ${value}`),
    ),
    [logindFile]: `[Login]\nInhibitDelayMaxSec=${args.machine.drain.shutdownSeconds}\n`,
  };
  const configs = Object.entries(kubeadmConfigs(args));
  return [
    ...Object.entries(plain).map(([path, content]) => open(path, content)),
    ...configs.map(([name, content]) => closed(`${kubeadmFile.folder}/${name}`, content)),
  ];
}

const open = (path: string, content: string) =>
  ({ path, content, permissions: '0644' }) as const satisfies UserDataFile;

/** Makes a file that only root can read: kubeadm's files may hold a token. */
const closed = (path: string, content: string) =>
  ({ path, content, permissions: '0600' }) as const satisfies UserDataFile;
