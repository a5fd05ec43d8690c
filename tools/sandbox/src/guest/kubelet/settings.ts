// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from '../systemd/unit-file.ts';
import { askKubelet, type KubeletAnswer, type Taint } from './kubelet-reader.ts';

/** Settings with which a kubelet is started, as far as they are played. */
export interface KubeletSettings {
  readonly nodeName: string;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly externalCloudProvider: boolean;
  readonly nodeIp: string | undefined;
  readonly providerId: string | undefined;
  /** Port of /healthz; 0 when it is not served. */
  readonly healthzPort: number;
  readonly port: number;
  readonly staticPodPath: string | undefined;
  /** In milliseconds; 0 without graceful node shutdown. */
  readonly shutdownGracePeriod: number;
  readonly maxPods: number;
}

/** Milliseconds in each of Go's units of time. @see https://pkg.go.dev/time#Duration.String */
const goUnits: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  µs: 1e-3,
  ns: 1e-6,
};

/** Converts a duration in Go's format, such as `30s` or `1m30.5s`, to milliseconds. */
export function goDuration(text: string): number {
  const parts = [...text.matchAll(/([\d.]+)([a-zµ]+)/g)];
  return parts.reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (goUnits[unit] ?? 0),
    0,
  );
}

/** Returns the flags that kubeadm and the administrator have written to files. */
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

/** Converts an empty string to undefined: in Kubernetes it means that there is no value. */
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

/** Files from which a kubelet reads its settings, and the program that reads them. */
export interface SettingsSource {
  /** Folder of the machine's file system. */
  readonly root: string;
  readonly hostName: string;
  /** Path of the kubelet's own reader, `tools/toolchain/kubelet-validate`. */
  readonly reader: string | undefined;
  /** Called with each line that a kubelet logs as a warning. */
  readonly warn: (line: string) => void;
}

/**
 * Reads a kubelet's settings with the kubelet's own code, which decides about flags, the
 * configuration file, precedence, defaults and errors.
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
