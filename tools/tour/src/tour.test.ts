// SPDX-License-Identifier: Apache-2.0
import type { Toolchain } from '@strata/toolchain';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTourNew, markToured } from './stamp.ts';
import { tour, tourMilestone } from './tour.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'strata-tour-test-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** Keeps what is reported, with every duration written as `0s`. */
function recording() {
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text.replace(/\b\d+s\b/g, '0s'));
  return { lines, report: { line, status: line } };
}

test('a section that fails says why, and the next one is shown', async () => {
  const { lines, report } = recording();
  await tour(root, report, [
    { title: 'One', show: () => Promise.reject(new Error('no such file')) },
    { title: 'Two', show: (where) => Promise.resolve([`in ${where === root ? 'root' : where}`]) },
  ]);
  expect(lines).toEqual([
    '\n==> One',
    '  This cannot be shown here: no such file',
    '\n==> Two',
    '  in root',
    '\nThis took 0s, with npm alone.',
  ]);
});

test('a repository without any example ends the tour in good order', async () => {
  const { lines, report } = recording();
  await tour(root, report);
  const titles = lines.filter((line) => line.startsWith('\n==> '));
  expect(titles).toEqual([
    '\n==> The files under stacks/, held against each other',
    '\n==> What they say when somebody makes a mistake',
    '\n==> What they say of a change: two machines more in production',
    '\n==> The fleet on one page (npm run fleet)',
  ]);
  const missing =
    '  This cannot be shown here: stacks/user-cluster/Pulumi.production.shop.yaml is not there';
  expect(lines.filter((line) => line === missing)).toHaveLength(2);
  expect(existsSync(join(root, '.strata/fleet.html'))).toBe(true);
});

test('the rest comes when Pulumi, its host of programs and its provider are built, and what makes manifests', () => {
  const { tools } = tourMilestone(root, recording().report, () => Promise.resolve());
  expect(tools).toEqual([
    'pulumi',
    'pulumi-language-nodejs',
    'pulumi-resource-kubernetes',
    'kubevirt',
    'cdi',
    'helm',
  ]);
});

// With an empty cache the preview of the platform said "kubevirt-operator.json is missing".
test('manifests are made before the engine previews; why they cannot be is a line of the tour', async () => {
  const { lines, report } = recording();
  const noManifests = () => Promise.reject(new Error('no way to the proxy of modules'));
  await tourMilestone(root, report, noManifests).reached({} as Toolchain);
  expect(lines).toEqual([
    '\n==> The same change, previewed by Pulumi without cluster, states and keys',
    '  This cannot be shown here: no way to the proxy of modules',
  ]);
});

test('the tour is new until it was seen', () => {
  expect(isTourNew(root)).toBe(true);
  markToured(root);
  expect(isTourNew(root)).toBe(false);
});
