// SPDX-License-Identifier: Apache-2.0
import type { Sample, Subject } from '../scenarios/sample.ts';
import { leastRatios } from './least-ratios.ts';
import { ratioOf, ratiosOf } from './ratios.ts';
import { secondsOf } from './test-sample.ts';

const sample = (tool: Sample['tool'], operation: Subject, seconds: number) =>
  secondsOf(1, tool, operation, seconds);

test('each experiment is compared with the same command as Strata is, and the same way', () => {
  const samples = [
    sample('strata', 'floor', 0.5),
    sample('kubectl', 'preview', 0.4),
    sample('kubectl', 'create', 0.5),
    sample('kubectl', 'drift', 0.4),
    sample('kubectl', 'destroy', 10),
    sample('nothing', 'preview', 0.9),
    sample('nothing', 'create', 1.5),
    sample('nothing', 'drift', 0.4),
    sample('nothing', 'destroy', 1),
    sample('unrecorded', 'create', 2),
    sample('unrecorded', 'destroy', 5),
  ];
  const found = leastRatios('one-cluster').map((ratio) => [
    ratio.says,
    ratioOf(ratio, samples).median,
  ]);
  const nothing = 'a program of as many resources that makes nothing';
  const unrecorded = 'Strata, its state written at the end alone';
  expect(found).toEqual([
    [`preview, above the floor, to \`kubectl diff\`: ${nothing}`, 1],
    [`create, above the floor, to \`kubectl apply\`: ${nothing}`, 2],
    [`create, above the floor, to \`kubectl apply\`: ${unrecorded}`, 3],
    [`drift to \`kubectl diff\`: ${nothing}`, 1],
    [`destroy to \`kubectl delete\`: ${nothing}`, 0.1],
    [`destroy to \`kubectl delete\`: ${unrecorded}`, 0.5],
  ]);
});

test('Strata itself, measured the same way, has the targets', () => {
  const samples = [
    sample('strata', 'floor', 0.5),
    sample('strata', 'preview', 0.9),
    sample('kubectl', 'preview', 0.4),
  ];
  const [preview] = ratiosOf('one-cluster');
  expect(preview && ratioOf(preview, samples).median).toBe(1);
});
