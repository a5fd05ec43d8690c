// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linesOf, scriptsOf } from './command-lines.ts';

const folder = resolve(import.meta.dirname, '../../../../docs/runbooks');
const read = (page: string) => readFileSync(join(folder, page), 'utf8');
const pages = globSync('**/*.md', { cwd: folder })
  .filter((page) => page !== 'README.md')
  .sort();

/** Programs that need a backend or a kubeconfig, which a shell has only after it was set up. */
const needsShell = /\b(?:kubectl|virtctl|pulumi|npx strata) /;

test('the list of runbooks has all of them, and those of alerts', () => {
  const listed = [...read('README.md').matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, page]) => page);
  expect(pages.length).toBeGreaterThan(50);
  expect(listed.sort()).toEqual(pages);
});

test('every runbook says above its first block of commands how to set up a shell', () => {
  const without = pages.filter((page) => {
    const [begin = ''] = read(page).split('```');
    return needsShell.test(read(page)) && !begin.includes('README.md#before-you-begin');
  });
  // Its commands need neither a backend nor a kubeconfig.
  expect(without).toEqual(['sandbox-trouble.md']);
});

test('the environment of the examples is production, and its user cluster is shop', () => {
  const others = pages.flatMap((page) =>
    [...read(page).matchAll(/npx strata (?:up|preview|recover|doctor|kubeconfig) (\S+)/g)].flatMap(
      ([, name = '']) => (/^production\b/.test(name) ? [] : [`${page}: ${name}`]),
    ),
  );
  expect(others).toEqual([]);
});

test('a runbook that adds an environment for hosts gives it the hosts', () => {
  const commands = pages
    .flatMap((page) => scriptsOf(read(page)).flatMap(linesOf))
    .filter((command) => command.startsWith('npx strata new environment '));
  expect(commands.length).toBeGreaterThan(0);
  expect(commands.filter((command) => !command.includes('--hosts '))).toEqual([]);
});

test.each([
  ['restore-user-cluster.md', 'become root'],
  ['recover-etcd.md', 'On the VM whose disk is good, run as root'],
])(
  '%s says which keys a cluster needs, before it asks for a root shell on its VMs',
  (page, step) => {
    const [before, after] = read(page).split(step);
    expect(after).toBeDefined();
    expect(before).toContain('../user-clusters.md#access');
    expect(before).toContain('controlPlane.authorizedKeys');
  },
);

// Nodes and attachments of a backup are those of machines that have been replaced since.
test('a restore of a user cluster ends with new workers, each deleted before its node', () => {
  const [, page = ''] = read('restore-user-cluster.md').split('## Before you let people in');
  const commands = scriptsOf(page).flatMap(linesOf);
  const at = (text: string) => commands.findIndex((command) => command.includes(text));
  expect(at('kubectl -n cluster-shop delete vm md-a-0')).toBeGreaterThanOrEqual(0);
  expect(page.indexOf('delete vm md-a-0')).toBeLessThan(page.indexOf('delete node md-a-0'));
  expect(at('comm -23 said plugged')).toBeGreaterThanOrEqual(0);
});

// Pulumi's locks in a bucket do not say who has them.
test('a runbook that ends an update by recover says how, where the state is in a bucket', () => {
  const silent = pages.filter((page) => {
    const text = read(page);
    return text.includes('npx strata recover ') && !text.includes('--no-update-runs');
  });
  expect(silent).toEqual([]);
});
