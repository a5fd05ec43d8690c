// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from './cluster-namespace.ts';

// Proves: clusters.several
test("the longest name of a cluster leaves room for a suffix in its namespace's name", () => {
  expect(clusterNamespace('demo')).toBe('cluster-demo');
  // A DNS label has at most 63 characters.
  expect(clusterNamespace('a'.repeat(40)).length).toBeLessThanOrEqual(63);
});
