// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../model.ts';
import { answer, bank, prod, sentences, stepLines } from '../testing/ask.ts';
import { smallFleet } from '../testing/small-fleet.ts';
import { askQuestion } from './questions.ts';

const refused = { from: '1.36', reason: 'its cloud controller is made for 1.34 to 1.35' };

/** The small fleet with other versions of its infra cluster and of its only pool. */
function running(infra: string, pool: string): Fleet {
  if (prod.kubernetes.value === undefined) throw new Error('the small fleet has no Kubernetes');
  const kubernetes = { value: { ...prod.kubernetes.value, version: infra } };
  const clusters = prod.clusters.map((cluster) => {
    const { value } = cluster.facts;
    if (value === undefined) return cluster;
    const groups = value.groups.map((group) => ({ ...group, kubernetes: pool }));
    return { ...cluster, facts: { value: { ...value, kubernetes: pool, groups, refused } } };
  });
  return { ...smallFleet, environments: [{ ...prod, kubernetes, clusters }] };
}

const texts = (fleet: Fleet, ...values: string[]) =>
  stepLines(answer(fleet, 'kubernetes-cve', ...values)).map(([, text]) => text);

test('a minor and the patch that is without the error: all patches before it', () => {
  const said = answer(running('1.35.4', '1.35.3'), 'kubernetes-cve', '1.35', '1.35.5');
  expect(sentences(said)).toEqual([
    ['bad', 'the infra cluster runs Kubernetes 1.35.4'],
    ['bad', '3 machines of user clusters run it'],
    bank,
  ]);
  expect(texts(running('1.35.5', '1.35.3'), '1.35', '1.35.5')).toEqual([
    'the user cluster "shop": control plane to Kubernetes 1.35.5',
    'the user cluster "shop": pool "web" to Kubernetes 1.35.5',
  ]);
});

test('a minor of which all patches that run are without the error: says so, and not that nobody has it', () => {
  const { problem = '' } = askQuestion(running('1.35.5', '1.35.6'), 'kubernetes-cve', [
    '1.35',
    '1.35.5',
  ]);
  expect(problem.split('\n')[0]).toBe(
    'nothing runs Kubernetes 1.35 before 1.35.5; versions: 1.35.5, 1.35.6',
  );
});

test('an exact version: older patches of its minor are named', () => {
  const said = answer(running('1.35.4', '1.35.3'), 'kubernetes-cve', '1.35.4', '1.35.5');
  expect(sentences(said)).toEqual([
    ['bad', 'the infra cluster runs Kubernetes 1.35.4'],
    [
      'warn',
      'older patches, which mostly have the error as well, are not in this answer: "shop" 1.35.3; ask about 1.35 for all of its patches',
    ],
    bank,
  ]);
  expect(sentences(answer(running('1.35.3', '1.35.4'), 'kubernetes-cve', '1.35.4'))).toContainEqual(
    [
      'warn',
      'older patches, which mostly have the error as well, are not in this answer: the infra cluster 1.35.3; ask about 1.35 for all of its patches',
    ],
  );
});

test('a version that neither the release nor its parts run on: the refusals, and no commit', () => {
  const said = answer(running('1.35.4', '1.35.4'), 'kubernetes-cve', '1.35.4', '1.36.2');
  expect(sentences(said).slice(2, 4)).toEqual([
    [
      'bad',
      'no update of the infra cluster to 1.36.2: release v1.8 does not run on Kubernetes 1.36, only on 1.33 to 1.35',
    ],
    [
      'bad',
      'no update of the user cluster "shop" to 1.36.2: its cloud controller is made for 1.34 to 1.35',
    ],
  ]);
  expect(said.steps).toEqual([]);
});
