// SPDX-License-Identifier: Apache-2.0
import { infraOutputs, kubevirtStackOutputs, userClusterOutputs } from '@strata/contracts';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');

/** Outputs of infra that no other stack reads. */
const ownOutputs = ['kubeconfig', 'fixedSettings', 'hostSettings', 'rejoins'];

const keysOf = ({
  secrets,
  values,
}: typeof infraOutputs | typeof kubevirtStackOutputs | typeof userClusterOutputs) => [
  ...Object.keys(values.shape),
  ...Object.keys(secrets.shape),
];

/** Returns the names in the first column of the tables of a section. */
function namesIn(page: string, title: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const [, section = ''] = text.split(`\n## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Za-z]+)/g)].map(([, name = '']) => name),
  );
}

test.each([
  ['packages/infra/README.md', 'Output', [...keysOf(infraOutputs), ...ownOutputs]],
  ['docs/bare-metal.md', 'Outputs', [...keysOf(infraOutputs), ...ownOutputs]],
  ['packages/kubevirt-stack/README.md', 'Output', keysOf(kubevirtStackOutputs)],
  ['docs/user-clusters.md', 'What it gives', keysOf(userClusterOutputs)],
])('%s has every output', (page, title, outputs) => {
  const named = namesIn(page, title);
  expect(outputs.filter((name) => !named.includes(name))).toEqual([]);
});
