// SPDX-License-Identifier: Apache-2.0
import { opensStates, wantedEnvironments, wantedSettings } from './wanted-settings.ts';

const rings = { rings: [{ name: 'all', environments: ['staging'], windows: [] }] };

test('the job for clusters of pull requests needs its environment only where there are any', () => {
  const names = (hasClusters: boolean) =>
    wantedEnvironments(rings, hasClusters).map(({ name }) => name);
  expect(names(false)).toEqual(['preview', 'drift', 'repair', 'all']);
  expect(names(true)).toEqual(['preview', 'drift', 'repair', 'pull-request-clusters', 'all']);
  expect(wantedSettings('GitHub', wantedEnvironments(rings, true))).toContain(
    'environment pull-request-clusters: deployment branches: only the default branch',
  );
});

test('a token that may push to the default branch is looked after like a key of states', () => {
  expect(opensStates.test('STRATA_PUSH_TOKEN')).toBe(true);
});
