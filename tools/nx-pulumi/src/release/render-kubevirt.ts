// SPDX-License-Identifier: Apache-2.0
import type { GateRules, KubevirtMinor } from '@strata/contracts';
import { minorOf } from '@strata/contracts/versions';
import type { KubevirtSource } from './read-kubevirt.ts';

const repository = 'https://github.com/kubevirt/kubevirt/blob';

/** Returns the name of a minor's constant, `kubevirt1_9`. */
export const constantOf = (minor: string) => `kubevirt${minor.replace('.', '_')}`;

/** Longest line of names. */
const width = 98;

/** Returns names as a text over several lines. */
function lines(names: readonly string[], indent: string): string {
  const all = [''];
  for (const name of names) {
    const last = all.at(-1) ?? '';
    if (last !== '' && indent.length + last.length + 1 + name.length > width) all.push(name);
    else all[all.length - 1] = last === '' ? name : `${last} ${name}`;
  }
  return all.map((line) => `\n${indent}${line}`).join('');
}

function namesByKey(groups: Readonly<Record<string, readonly string[]>>, indent: string): string {
  const text = (names: readonly string[]) =>
    names.length === 0 ? '' : `${lines(names, `${indent}  `)}\n${indent}`;
  return Object.entries(groups)
    .map(([key, names]) => `${indent}${key}: \`${text(names)}\`,`)
    .join('\n');
}

/** Facts about a minor version that the source of KubeVirt does not contain. */
export interface MinorOptions {
  /** Version whose source was read, without a leading `v`. */
  readonly version: string;
  /** Oldest and newest Kubernetes minor. */
  readonly kubernetes: KubevirtMinor['kubernetes'];
  readonly gateRules: GateRules;
}

/** Renders the file of a minor in packages/contracts/src/kubevirt-minors. */
export function renderMinor(
  { gates, virtTemplate }: KubevirtSource,
  { gateRules, kubernetes, version }: MinorOptions,
): string {
  const template = virtTemplate === undefined ? '' : `\n  virtTemplate: '${virtTemplate}',`;
  return `// SPDX-License-Identifier: Apache-2.0
import type { KubevirtMinor } from './kubevirt-minor.ts';

/** Gates and virt-template as KubeVirt ${version} has them. */
export const ${constantOf(minorOf(version))} = {
  kubernetes: ['${kubernetes.join("', '")}'],${template}
  gateRules: {
    beta: '${gateRules.beta}',
    disabledGates: '${gateRules.disabledGates}',
    source: '${gateRules.source}',
  },
  gates: {
${namesByKey(gates, '    ')}
  },
} as const satisfies KubevirtMinor;
`;
}

/** Renders the list of a minor's metrics in packages/kubevirt-stack/src/monitoring/metrics. */
export function renderMetrics({ metrics }: KubevirtSource, version: string): string {
  const minor = minorOf(version);
  return `// SPDX-License-Identifier: Apache-2.0
import { metricsOf } from './metric-list.ts';

/**
 * The metrics that KubeVirt ${minor} exports, without its recording rules.
 *
 * @see ${repository}/v${version}/docs/observability/metrics.md
 */
export const ${constantOf(minor)} = metricsOf({
${namesByKey(metrics, '  ')}
});
`;
}
