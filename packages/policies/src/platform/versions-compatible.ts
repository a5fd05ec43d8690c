// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import type { StackRule, StackViolation } from '../rule/index.ts';
import { foundVersions } from './found-versions.ts';
import { knownPairs } from './known-pairs.ts';

/** Versions that nobody has tested together, found before they meet. */
export const versionsCompatible: StackRule = {
  name: 'versions-compatible',
  area: 'platform',
  refuses: 'Two versions in one stack that are known not to go together, or that nobody tested.',
  why: "Each works alone, and what is between them fails later, in somebody's cluster.",
  source: 'https://github.com/kubevirt/sig-release/blob/main/releases/k8s-support-matrix.md',
  level: 'mandatory',
  settings: {},
  kinds: [kinds.deployment, kinds.apiReady],
  checkStack: async (subjects) => {
    const found = foundVersions(subjects);
    const meetings = knownPairs.flatMap((pair) =>
      found
        .filter(({ component }) => component === pair.one)
        .flatMap((one) =>
          found
            .filter(({ component }) => component === pair.other)
            .map((other) => ({ pair, one, other })),
        ),
    );
    const judged = meetings.map(async ({ pair, one, other }): Promise<StackViolation[]> => {
      const reason = await pair.objection(one.version, other.version);
      const versions = `${one.component} ${one.version} with ${other.component} ${other.version}`;
      const message = `${versions}: ${reason ?? ''}; choose a tested pair.`;
      return reason === undefined ? [] : [{ message, urn: one.urn }];
    });
    return (await Promise.all(judged)).flat();
  },
};
