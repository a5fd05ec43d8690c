// SPDX-License-Identifier: Apache-2.0
import { buildCost } from './build-costs.ts';
import { toolsFor } from './tools.ts';

test('a build costs what the table says when the tools above it are built', () => {
  expect(buildCost('kubelet-validate', [])).toEqual({
    coldMinutes: 0.2,
    footprint: { modules: 20, objects: 20, binaries: 50 },
  });
});

test('a build costs more when a tool that it shares packages with is downloaded', () => {
  expect(buildCost('kubelet-validate', ['kubernetes'])).toEqual({
    coldMinutes: 0.2 + 1.4,
    footprint: { modules: 525, objects: 970, binaries: 50 },
  });
  expect(buildCost('etcd', ['kubernetes']).coldMinutes).toBe(0.5);
});

test('the download of Kubernetes saves about 2 of the 31 minutes that the tools of npm start take', () => {
  const minutes = (unbuilt: readonly 'kubernetes'[]) =>
    toolsFor('start')
      .filter((name) => !unbuilt.some((one) => one === name))
      .reduce((sum, name) => sum + buildCost(name, unbuilt).coldMinutes, 0);
  expect([minutes([]).toFixed(1), minutes(['kubernetes']).toFixed(1)]).toEqual(['30.9', '28.6']);
});
