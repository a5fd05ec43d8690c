// SPDX-License-Identifier: Apache-2.0
import { withoutPlace } from './strict-spread.ts';

// Rules of the Kubernetes scheduler: a domain accepts another pod if it then has at most maxSkew
// more than the emptiest domain, and a cordoned host still counts as a domain.
test.each([
  // Two on the drained host, of 2, 2, 1. The first goes to the third host, and the last finds 1, 2, 2.
  { replicas: 5, domains: 3, maxSkew: 1, migrates: true, expected: 1 },
  { replicas: 5, domains: 3, maxSkew: 2, migrates: true, expected: 0 },
  // The pod that it leaves still counts: 1, 1, 2 becomes 1, 2, 2.
  { replicas: 4, domains: 3, maxSkew: 1, migrates: true, expected: 0 },
  { replicas: 3, domains: 2, maxSkew: 1, migrates: true, expected: 1 },
  { replicas: 2, domains: 2, maxSkew: 1, migrates: true, expected: 0 },
  // Of 1, 1 the one that shut down is nowhere: 0, 1 takes none.
  { replicas: 2, domains: 2, maxSkew: 1, migrates: false, expected: 1 },
  { replicas: 2, domains: 3, maxSkew: 1, migrates: false, expected: 0 },
  { replicas: 6, domains: 3, maxSkew: 1, migrates: false, expected: 2 },
  { replicas: 5, domains: 3, maxSkew: 1, migrates: false, expected: 1 },
  { replicas: 1, domains: 2, maxSkew: 1, migrates: false, expected: 0 },
  { replicas: 0, domains: 2, maxSkew: 1, migrates: true, expected: 0 },
])(
  '$replicas VMs in $domains domains, maxSkew $maxSkew, migrating: $migrates: $expected have no place',
  ({ expected, ...spread }) => {
    expect(withoutPlace(spread)).toBe(expected);
  },
);
