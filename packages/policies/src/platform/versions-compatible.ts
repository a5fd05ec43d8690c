// SPDX-License-Identifier: Apache-2.0
import { incompatibilities } from '@strata/contracts/compatibility';
import { kinds } from '../resource/index.ts';
import type { StackRule, StackViolation } from '../rule/index.ts';
import { foundVersions } from './found-versions.ts';

/** Rejects versions that have not been tested together. */
export const versionsCompatible: StackRule = {
  name: 'versions-compatible',
  area: 'platform',
  refuses:
    'Two versions in one stack that are known to be incompatible, or that have not been tested together.',
  why: 'Each works alone; what they do together fails later, in a running cluster.',
  source: 'https://github.com/kubevirt/sig-release/blob/main/releases/k8s-support-matrix.md',
  level: 'mandatory',
  settings: {},
  kinds: [kinds.deployment, kinds.daemonSet, kinds.virtualMachine],
  checkStack: (subjects) => {
    const found = foundVersions(subjects);
    const messages = new Map<string, StackViolation>();
    for (const one of found) {
      for (const other of found) {
        if (one.part === other.part) continue;
        const pair = { [one.part]: one.version, [other.part]: other.version };
        for (const { level, message } of incompatibilities(pair)) {
          if (level !== 'refused') continue;
          messages.set(message, { message: `${message}.`, urn: one.urn });
        }
      }
    }
    return [...messages.values()];
  },
};
