// SPDX-License-Identifier: Apache-2.0
import type { EquivalentMutant } from './equivalent-mutant.ts';

const of = (name: string) => `packages/kubevirt-stack/src/monitoring/${name}`;

/** Equivalent mutants of the monitoring of the platform. */
export const equivalentInMonitoring: readonly EquivalentMutant[] = [
  ...(
    [
      ["storage === 'none'", 'false'],
      ["'none'", '""'],
    ] as const
  ).map(([was, replacement]) => ({
    file: of('check-monitoring.ts'),
    lineText: "if (storage === 'none') return [];",
    was,
    replacement,
    reason: 'a word has neither a size that is too small nor a class that is not there',
  })),
  {
    file: of('check-monitoring.ts'),
    lineText: 'if (retentionSizeGiB !== undefined && retentionSizeGiB >= storage.sizeGiB) {',
    was: 'retentionSizeGiB !== undefined',
    replacement: 'true',
    reason: 'no comparison with undefined is true',
  },
  {
    file: of('check-monitoring.ts'),
    lineText: "if (!kubelets || storage === 'none' || limit === undefined) return [];",
    was: 'limit === undefined',
    replacement: 'false',
    reason: 'every volume has a limit; only the types say otherwise',
  },
  {
    file: of('check-alertmanager.ts'),
    lineText:
      "typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};",
    was: "typeof value === 'object'",
    replacement: 'true',
    reason: 'texts, numbers and truth values have no field of the names that are read',
  },
  {
    file: of('check-alertmanager.ts'),
    lineText: '} catch {',
    was: '{\n    return undefined;\n  }',
    replacement: '{}',
    reason: 'a function that ends without a value returns undefined',
  },
  {
    file: of('check-alertmanager.ts'),
    lineText: 'if (root?.receiver === undefined) {',
    was: 'root?.receiver',
    replacement: 'root.receiver',
    reason: 'there is always a root; only the types say otherwise',
  },
  {
    file: of('metrics/metric-list.ts'),
    lineText: String.raw`.split(/\s+/)`,
    was: String.raw`/\s+/`,
    replacement: String.raw`/\s/`,
    reason: 'empty names are left out behind it',
  },
  {
    file: of('metrics/series-labels.ts'),
    lineText: "const own = 'monitoring/render-targets.ts';",
    was: "'monitoring/render-targets.ts'",
    replacement: '""',
    reason: 'where targets are defined: for readers, and in no object',
  },
];
