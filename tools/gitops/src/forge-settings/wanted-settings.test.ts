// SPDX-License-Identifier: Apache-2.0
import { opensStates, pipelineNeeds, wantedSettings } from './wanted-settings.ts';

const rings = { rings: [{ name: 'all', environments: ['staging'], windows: [] }] };

test('the job for clusters of pull requests needs its environment only where there are any', () => {
  const names = (...repositories: readonly string[]) =>
    pipelineNeeds(rings, repositories).environments.map(({ name }) => name);
  expect(names()).toEqual(['preview', 'drift', 'repair', 'all']);
  expect(names('acme/shop')).toEqual([
    'preview',
    'drift',
    'repair',
    'pull-request-clusters',
    'all',
  ]);
  expect(wantedSettings('GitHub', pipelineNeeds(rings, ['acme/shop']))).toContain(
    'environment pull-request-clusters: deployment branches: only the default branch',
  );
});

test('a token that may push to the default branch is looked after like a key of states', () => {
  expect(opensStates('STRATA_PUSH_TOKEN')).toBe(true);
});
