// SPDX-License-Identifier: Apache-2.0
import { kubevirtMinors, releases } from '@strata/contracts';
import type { GateRelease } from '@strata/contracts';
import { minorOf } from '@strata/contracts/versions';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { gatesIn, readKubevirt } from './read-kubevirt.ts';
import { renderMinor } from './render-kubevirt.ts';

const root = join(import.meta.dirname, '../../../..');

test('a gate with a name or a state that the code does not define is an error', () => {
  const call = (name: string, state: string) =>
    `RegisterFeatureGate(FeatureGate{Name: ${name}, State: ${state}`;
  expect(() => gatesIn(call('Nameless', 'Alpha'))).toThrow(
    new Error(`unknown gate: ${call('Nameless', 'Alpha')}`),
  );
  expect(() => gatesIn(call('"Named"', 'Gamma'))).toThrow('unknown gate: ');
  expect(gatesIn(call('"Named"', 'Alpha')).alpha).toEqual(['Named']);
});

// Empty where there is no Go.
const { error, stdout } = spawnSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' });
const cache = error === undefined ? stdout.trim() : '';
const modules = releases
  .map(({ components }) => components.kubevirt.version)
  .map((version) => ({ version, folder: `${cache}/kubevirt.io/kubevirt@v${version}` }));
const present = modules.filter(({ folder }) => cache !== '' && existsSync(folder));

(present.length === 0 ? test.skip : test)(
  `tables of KubeVirt are what its source says${present.length === 0 ? ' (skipped: Go has no module of it here)' : ''}`,
  async () => {
    for (const { folder, version } of present) {
      const { gateRules, kubernetes } = kubevirtMinors[minorOf(version) as GateRelease];
      const file = join(root, `packages/contracts/src/kubevirt-minors/v${minorOf(version)}.ts`);
      const text = renderMinor(readKubevirt(folder), { version, kubernetes, gateRules });
      const options = { ...(await resolveConfig(file)), filepath: file };
      expect(await format(text, options)).toBe(readFileSync(file, 'utf8'));
    }
  },
);
