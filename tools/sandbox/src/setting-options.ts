// SPDX-License-Identifier: Apache-2.0
import { kubernetesMinors } from './control-plane/kubernetes-versions.ts';

/** An option of the command line, for its help. */
export interface SettingOption {
  /** Without the dashes. */
  readonly name: string;
  /** Placeholder for its value in the help. */
  readonly value: string;
  readonly text: string;
}

/** The options that say which sandbox is meant. */
export const instanceOptions = [
  { name: 'name', value: 'NAME', text: 'which sandbox (default: default)' },
  {
    name: 'state-dir',
    value: 'DIR',
    text: 'where its state is (default: $STRATA_SANDBOX_DIR/NAME, else .strata/NAME in the checkout)',
  },
] as const satisfies readonly SettingOption[];

/** The options that say what a sandbox is made of. They are kept for the next time. */
export const settingOptions = [
  { name: 'hosts', value: 'N', text: 'simulated hosts (default: 3)' },
  { name: 'host-cpu', value: 'N', text: 'CPU cores of a host (default: 32)' },
  { name: 'host-memory-gib', value: 'N', text: 'memory of a host in GiB (default: 128)' },
  {
    name: 'host-cpu-models',
    value: 'A,B',
    text: 'CPU models, dealt to the hosts in turn (default: Skylake-Server)',
  },
  {
    name: 'zones',
    value: 'A,B,C',
    text: 'failure zones, dealt to the hosts in turn (default: a,b,c)',
  },
  {
    name: 'bridges',
    value: 'A,B@metal-0',
    text: 'bridges of all hosts, or of those that are named (default: br1)',
  },
  {
    name: 'kubernetes',
    value: 'MINOR',
    text: `${kubernetesMinors.join(' or ')} (default: 1.35)`,
  },
  {
    name: 'guest-kubernetes',
    value: 'A,B',
    text: 'further minors that user clusters can be of',
  },
  {
    name: 'releases',
    value: 'A,B',
    text: 'platform releases whose operators can run (default: v1.8)',
  },
] as const satisfies readonly SettingOption[];

/** A line of the help for each option. */
export function optionLines(options: readonly SettingOption[]): string[] {
  return options.map(({ name, text, value }) => `  ${`--${name} ${value}`.padEnd(22)} ${text}`);
}
