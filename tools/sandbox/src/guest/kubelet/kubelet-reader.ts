// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/**
 * Output of `tools/toolchain/kubelet-validate`: the settings of a kubelet, with defaults filled in.
 */
export interface KubeletAnswer {
  readonly flags: {
    /** Empty when the flag is not set; the same holds for the others. */
    readonly hostnameOverride: string;
    readonly nodeIP: string;
    readonly cloudProvider: string;
    readonly nodeLabels: Readonly<Record<string, string>>;
  };
  /** The played parts of a KubeletConfiguration, version v1beta1. */
  readonly configuration: {
    readonly healthzPort: number;
    readonly port: number;
    readonly staticPodPath?: string;
    /** A duration in Go's format. */
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
 * @param reader - Path of `kubelet-validate`.
 * @param config - Text of the configuration file.
 * @throws Error with all reasons why a kubelet would not start, separated by semicolons.
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
