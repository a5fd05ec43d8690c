// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from '../systemd/unit-file.ts';
import { askKubelet, type KubeletAnswer, type Taint } from './kubelet-reader.ts';

/** What a kubelet is started with, as far as it is played. */
export interface KubeletSettings {
  readonly nodeName: string;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly externalCloudProvider: boolean;
  readonly nodeIp: string | undefined;
  readonly providerId: string | undefined;
  /** 0: none is served. */
  readonly healthzPort: number;
  readonly port: number;
  readonly staticPodPath: string | undefined;
  /** Milliseconds; 0 when there is no graceful node shutdown. */
  readonly shutdownGracePeriod: number;
  readonly maxPods: number;
}

/** Milliseconds of each of Go's units of time. @see https://pkg.go.dev/time#Duration.String */
const goUnits: Readonly<Record<string, number>> = {
  ...{ h: 3_600_000, m: 60_000, s: 1_000 },
  ...{ ms: 1, µs: 1e-3, ns: 1e-6 },
};

/** Go's durations, as `30s` or `1m30.5s`, in milliseconds. */
export function goDuration(text: string): number {
  const parts = [...text.matchAll(/([\d.]+)([a-zµ]+)/g)];
  return parts.reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (goUnits[unit] ?? 0),
    0,
  );
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

/** An empty string is Kubernetes' way to say that there is none. */
const unlessEmpty = (text: string | undefined) => (text === '' ? undefined : text);

function settingsOf({ flags, configuration }: KubeletAnswer, hostName: string): KubeletSettings {
  return {
    nodeName: unlessEmpty(flags.hostnameOverride) ?? hostName.toLowerCase(),
    nodeLabels: flags.nodeLabels,
    taints: configuration.registerWithTaints ?? [],
    externalCloudProvider: flags.cloudProvider === 'external',
    nodeIp: unlessEmpty(flags.nodeIP),
    providerId: unlessEmpty(configuration.providerID),
    healthzPort: configuration.healthzPort,
    port: configuration.port,
    staticPodPath: unlessEmpty(configuration.staticPodPath),
    shutdownGracePeriod: goDuration(configuration.shutdownGracePeriod),
    maxPods: configuration.maxPods,
  };
}

/** Where a kubelet finds what it is started with, and who reads it. */
export interface SettingsSource {
  /** Folder of the machine's file system. */
  readonly root: string;
  readonly hostName: string;
  /** The kubelet's own reader, `tools/toolchain/kubelet-validate`. */
  readonly reader: string | undefined;
  /** Told, line by line, what a kubelet logs and goes on with. */
  readonly warn: (line: string) => void;
}

/**
 * Reads what a kubelet is started with, by the kubelet's own code: flags, configuration file, what
 * wins over what, defaults, and what is refused.
 *
 * @throws Error in a kubelet's own words when it could not start.
 */
export function readSettings({ root, hostName, reader, warn }: SettingsSource): KubeletSettings {
  const file = '/var/lib/kubelet/config.yaml';
  if (!existsSync(join(root, file))) {
    throw new Error(
      `failed to load kubelet config file, path: ${file}, error: failed to load Kubelet config file ${file}, error failed to read kubelet config file "${file}", error: open ${file}: no such file or directory`,
    );
  }
  if (reader === undefined) throw new Error('kubelet-validate is not built');
  const config = readFileSync(join(root, file), 'utf8');
  const { answer, warnings } = askKubelet(reader, flagFiles(root), config);
  warnings.forEach(warn);
  return settingsOf(answer, hostName);
}
