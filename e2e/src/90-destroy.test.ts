// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { eventually, kubectl, openSession, pulumi, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

/** Objects that Kubernetes and the simulated hosts have by themselves. */
const ownNamespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

// Proves: installation.destroy-spares-vms, installation.vms-beside-containers
test('the platform is not destroyed under a running cluster, and loses nothing', async () => {
  const destroy = ['destroy', '--run-program', '--yes', '--skip-preview'];
  const { code, stdout } = await pulumi(session, stacks.platform, destroy);
  expect(stdout).toContain('the platform of sandbox is in use; nothing was deleted.');
  expect(stdout).toContain('data volume cluster-demo/cp-0-etcd');
  expect(stdout).toContain('pulumi -C packages/user-cluster destroy --stack sandbox.demo');
  expect(code).not.toBe(0);
  const check = ['preview', '--refresh', '--expect-no-changes'];
  expect((await pulumi(session, stacks.platform, check)).code).toBe(0);
});

test('a destroy that cannot ask is refused with the option that lets it', async () => {
  const { code, stdout, stderr } = await pulumi(session, stacks.platform, ['destroy', '--yes']);
  expect(stdout + stderr).toContain('--run-program');
  expect(code).not.toBe(0);
});

test('destroy, from the top down, succeeds for every stack', async () => {
  for (const stack of [stacks.demo, stacks.platform, stacks.infra]) {
    const destroy = ['destroy', '--run-program', '--yes', '--skip-preview'];
    expectSuccess(await pulumi(session, stack, destroy));
  }
});

test('no object is left of what they made', async () => {
  await eventually('the namespaces are gone', async () => {
    const names = await kubectl(session, [
      'get',
      'namespaces',
      '-o',
      'jsonpath={.items[*].metadata.name}',
    ]);
    return names === ownNamespaces.join(' ');
  });
  const left = (kind: string, ...args: string[]) =>
    kubectl(session, ['get', kind, '-A', '-o', 'name', ...args]);
  expect(await left('customresourcedefinitions')).toBe('');
  expect(await left('deployments,daemonsets,pods,secrets,persistentvolumeclaims')).toBe('');
  expect(await left('persistentvolumes')).toBe('');
  expect(await left('validatingwebhookconfigurations,mutatingwebhookconfigurations')).toBe('');
  expect(await left('apiservices', '--field-selector=metadata.namespace!=none')).not.toMatch(
    /kubevirt|cdi/,
  );
  const roles = await left('clusterroles,clusterrolebindings');
  expect(
    roles
      .split('\n')
      .filter((name) => !/\/(system:|sandbox:|admin$|edit$|view$|cluster-admin$)/.test(name)),
  ).toEqual([]);
});

test('the stacks hold nothing any more', async () => {
  for (const stack of Object.values(stacks)) {
    const { stdout } = await pulumi(session, stack, ['stack', 'export']);
    const { deployment } = JSON.parse(stdout) as { deployment: { resources?: unknown[] } };
    expect(deployment.resources ?? []).toEqual([]);
  }
});
