// SPDX-License-Identifier: Apache-2.0

import { type EquivalentMutant, filledText } from './equivalent-mutant.ts';
import { equivalentInPlatform } from './equivalent-in-platform.ts';
import { equivalentInTenancy } from './equivalent-in-tenancy.ts';
import { equivalentInUserClusters } from './equivalent-in-user-clusters.ts';

/**
 * Equivalent mutants, which count neither as killed nor as survived. A row that matches no mutant
 * is reported.
 */
export const equivalentMutants: readonly EquivalentMutant[] = [
  ...equivalentInPlatform,
  ...equivalentInTenancy,
  ...equivalentInUserClusters,
  {
    file: 'packages/infra/src/cluster/check-cilium.ts',
    lineText:
      "const replaces = ['true', 'strict'].includes(cilium['kube-proxy-replacement'] ?? '');",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'a setting that is not there is neither of two words, as any other text',
  },
  {
    file: 'packages/infra/src/cluster/check-requirements.ts',
    lineText: 'return bytes !== undefined && bytes < least.diskGB * 1e9;',
    was: 'bytes !== undefined',
    replacement: 'true',
    reason: 'no comparison with undefined is true',
  },
  {
    file: 'packages/infra/src/cluster/check-requirements.ts',
    lineText: "const newest = releases.at(-1)?.kubernetes.newest ?? '';",
    was: 'releases.at(-1)?.kubernetes',
    replacement: 'releases.at(-1).kubernetes',
    reason: 'the table of releases has rows',
  },
  {
    file: 'packages/infra/src/cluster/cluster-state.ts',
    lineText: "kubernetes: version?.gitVersion?.replace(/^v/, '').replace(/[-+].*/, ''),",
    was: '/^v/',
    replacement: '/v/',
    reason: 'numbers have no v, and what comes after them is cut off',
  },
  filledText(
    'packages/infra/src/config/kubeone-fields-network.ts',
    "const [address = '', bits = '', ...more] = value.split('/');",
    'a text that is split has a first part, and no other text is a number of bits, as none is',
  ),
];
