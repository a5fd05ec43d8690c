// SPDX-License-Identifier: Apache-2.0
import { importedFiles } from '@strata/nx-pulumi/stacks';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const [, section = ''] = /^## Three walks through the code$([\s\S]*?)^## /m.exec(page) ?? [];

/** The files of each walk, in order, by its heading. */
const walks = section
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const steps = [...text.matchAll(/^\d+\. `([^`]+)`:/gm)].map(([, file = '']) => file);
    return [text.split('\n')[0] ?? '', steps] as const;
  });

test('there are three walks', () => {
  expect(walks.map(([heading]) => heading)).toEqual([
    'A key of a pool, from YAML to the VirtualMachinePool',
    'A release, from YAML to the KubeVirt object',
    'A changed file, to the comment on the pull request',
  ]);
});

test.each(walks)('%s: every file is there, once, and nothing else is a step', (heading, steps) => {
  const [, text = ''] = section.split(`### ${heading}\n`);
  const lines = text.split(/^### /m)[0]?.match(/^\d+\. /gm) ?? [];
  expect(steps).toHaveLength(lines.length);
  expect(steps.length).toBeGreaterThan(15);
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test.each(walks)('%s: each file of code is run by one before it', (_, steps) => {
  const code = steps.filter((file) => file.endsWith('.ts'));
  const runs = importedFiles(root, code);
  const astray = code.filter(
    (file, at) => at > 0 && !code.slice(0, at).some((before) => runs.get(before)?.includes(file)),
  );
  expect(astray).toEqual([]);
});
