// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** What `tools/toolchain/kubelet-validate` prints: what a kubelet runs with, defaults filled in. */
export interface KubeletAnswer {
  readonly flags: {
    /** Empty when it is not set; so are the others. */
    readonly hostnameOverride: string;
    readonly nodeIP: string;
    readonly cloudProvider: string;
    readonly nodeLabels: Readonly<Record<string, string>>;
  };
  /** The parts of a KubeletConfiguration, version v1beta1, that are played. */
  readonly configuration: {
    readonly healthzPort: number;
    readonly port: number;
    readonly staticPodPath?: string;
    /** As Go writes durations. */
    readonly shutdownGracePeriod: string;
    readonly maxPods: number;
    readonly registerWithTaints?: readonly Taint[];
    readonly providerID?: string;
  };
}

const warning = 'warning: ';

/**
 * Lets the kubelet's own code read its flags and its configuration file.
 *
 * @param reader - path of `kubelet-validate`.
 * @param config - text of the configuration file.
 * @throws Error with all reasons, separated by semicolons, for which a kubelet would not start.
 */
export function askKubelet(
  reader: string,
  flags: readonly string[],
  config: string,
): { readonly answer: KubeletAnswer; readonly warnings: readonly string[] } {
  const { status, stdout, stderr, error } = spawnSync(reader, flags, {
    input: config,
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  const lines = stderr.split('\n').filter((line) => line !== '');
  if (status !== 0) {
    const problems = lines.filter((line) => !line.startsWith(warning));
    throw new Error(problems.join('; ') || `${reader} ended with ${status ?? 'a signal'}`);
  }
  return {
    answer: JSON.parse(stdout) as KubeletAnswer,
    warnings: lines.map((line) => line.slice(warning.length)),
  };
}
