// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { timeSpan, words } from '../systemd/unit-file.ts';

/** What a kubelet is started with, as far as it is played. */
export interface KubeletSettings {
  readonly nodeName: string;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly externalCloudProvider: boolean;
  readonly nodeIp: string | undefined;
  readonly providerId: string | undefined;
  readonly healthzPort: number;
  readonly port: number;
  readonly staticPodPath: string | undefined;
  /** Milliseconds; 0 when there is no graceful node shutdown. */
  readonly shutdownGracePeriod: number;
  readonly maxPods: number;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** Flags that are read, and those that change nothing here. Any other ends a real kubelet. */
const knownFlags: readonly string[] = [
  ...['node-labels', 'register-with-taints', 'cloud-provider', 'node-ip', 'provider-id', 'v'],
  ...['hostname-override', 'container-runtime-endpoint', 'pod-infra-container-image', 'config'],
  ...[
    'kubeconfig',
    'bootstrap-kubeconfig',
    'cert-dir',
    'root-dir',
    'image-credential-provider-config',
  ],
  ...['image-credential-provider-bin-dir', 'runtime-cgroups', 'max-pods'],
];

/**
 * Labels of Kubernetes that a node may give itself.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#noderestriction
 */
const ownLabels: readonly string[] = [
  ...['kubernetes.io/hostname', 'kubernetes.io/arch', 'kubernetes.io/os'],
  ...['beta.kubernetes.io/arch', 'beta.kubernetes.io/os', 'beta.kubernetes.io/instance-type'],
  ...['node.kubernetes.io/instance-type', 'topology.kubernetes.io/region'],
  ...['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/region'],
  ...['failure-domain.beta.kubernetes.io/zone'],
];

/** Labels with which a kubelet refuses to start. */
export function forbiddenLabels(labels: Readonly<Record<string, string>>): string[] {
  return Object.keys(labels).filter((label) => {
    const [prefix = ''] = label.includes('/') ? label.split('/') : [''];
    if (!/(^|\.)(kubernetes|k8s)\.io$/.test(prefix) || ownLabels.includes(label)) return false;
    return !/(^|\.)(kubelet|node)\.kubernetes\.io$/.test(prefix);
  });
}

/** `--flag=value` and `--flag value`. @throws Error as the real one ends */
export function parseFlags(args: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', ...rest] = (args[index] ?? '').replace(/^--/, '').split('=');
    if (!knownFlags.includes(name))
      throw new Error(`failed to parse flag: unknown flag: --${name}`);
    if (rest.length > 0) flags.set(name, rest.join('='));
    else flags.set(name, args[(index += 1)] ?? '');
  }
  return flags;
}

/** `key=value:Effect`, `key:Effect`. */
export function parseTaint(text: string): Taint {
  const [keyValue = '', effect = ''] = text.split(':');
  const [key = '', value] = keyValue.split('=');
  return { key, ...(value !== undefined && value !== '' && { value }), effect };
}

const items = (text: string | undefined) => (text ?? '').split(',').filter((item) => item !== '');

/** Go's durations, as `30s` or `1m30s`, in milliseconds. */
export function goDuration(text: string | undefined): number {
  if (text === undefined) return 0;
  return timeSpan(text.replace(/([a-z])(?=\d)/g, '$1 ')) ?? 0;
}

interface Configuration {
  readonly healthzPort?: number;
  readonly port?: number;
  readonly staticPodPath?: string;
  readonly shutdownGracePeriod?: string;
  readonly maxPods?: number;
  readonly registerWithTaints?: readonly Taint[];
  readonly providerID?: string;
}

/** Flags that kubeadm and the administrator have left in files. */
function flagFiles(root: string): string[] {
  return ['var/lib/kubelet/kubeadm-flags.env', 'etc/default/kubelet'].flatMap((file) => {
    const path = join(root, file);
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.flatMap((line) => {
      const [, value] = /^KUBELET_(?:KUBEADM|EXTRA)_ARGS=(.*)$/.exec(line) ?? [];
      return value === undefined ? [] : words(words(value).join(' '));
    });
  });
}

/**
 * Reads what a kubelet is started with.
 *
 * @throws Error in a kubelet's own words when it could not start.
 */
export function readSettings(root: string, hostName: string): KubeletSettings {
  const file = '/var/lib/kubelet/config.yaml';
  if (!existsSync(join(root, file))) {
    throw new Error(
      `failed to load kubelet config file, path: ${file}, error: open ${file}: no such file or directory`,
    );
  }
  const config = parse(readFileSync(join(root, file), 'utf8')) as Configuration;
  const flags = parseFlags(flagFiles(root));
  const nodeLabels = Object.fromEntries(
    items(flags.get('node-labels')).map((item) => {
      const [key = '', value = ''] = item.split('=');
      return [key, value];
    }),
  );
  const forbidden = forbiddenLabels(nodeLabels);
  if (forbidden.length > 0) {
    throw new Error(
      `unknown 'kubernetes.io' or 'k8s.io' labels specified with --node-labels: [${forbidden.join(' ')}]`,
    );
  }
  const fromFlags = items(flags.get('register-with-taints')).map(parseTaint);
  return {
    nodeName: flags.get('hostname-override') ?? hostName.toLowerCase(),
    nodeLabels,
    taints: fromFlags.length > 0 ? fromFlags : (config.registerWithTaints ?? []),
    externalCloudProvider: flags.get('cloud-provider') === 'external',
    nodeIp: flags.get('node-ip'),
    providerId: flags.get('provider-id') ?? config.providerID,
    healthzPort: config.healthzPort ?? 10248,
    port: config.port ?? 10250,
    staticPodPath: config.staticPodPath,
    shutdownGracePeriod: goDuration(config.shutdownGracePeriod),
    maxPods: config.maxPods ?? 110,
  };
}
