// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot, type RackSession } from '@strata/sandbox';
import { namespace } from './demo-changes.ts';
import { eventually, kubectl, openSession, pulumi, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});

const upWithRefresh = () =>
  pulumi(session, stacks.demo, ['up', '--yes', '--skip-preview', '--refresh']);

// The steps of docs/runbooks/recover-etcd.md#all-disks-are-lost.
// Proves: machines.etcd-disk-lost
test('a cluster that has lost all disks of etcd is made again, empty, with the same keys and workers', async () => {
  await user.kubectl('create', 'namespace', 'lost');
  await kubectl(session, ['delete', 'vm', 'cp-0', ...namespace]);
  await kubectl(session, ['delete', 'datavolume', 'cp-0-etcd', ...namespace]);

  const { code, stdout, stderr } = await upWithRefresh();
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain('failed to read resource state due to unreachable cluster');

  const recover = ['recover', '--stack', `user-cluster/${stacks.demo.stack}`];
  const command = ['node', 'tools/gitops/src/main.ts', ...recover];
  expectSuccess(await session.capture(command, { cwd: workspaceRoot }));
  expectSuccess(await upWithRefresh());

  // The kubeconfig from before is still accepted.
  expect(await user.kubectl('get', 'namespace', 'lost', '--ignore-not-found')).toBe('');
  await eventually('all machines are nodes again', async () => {
    const names = await user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
    return names === 'cp-0 md-a-0 md-a-1';
  });
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=180s');
  const check = ['preview', '--refresh', '--expect-no-changes'];
  await eventually(
    'all pods inside are ready, and the stack has nothing left to do',
    async () => (await pulumi(session, stacks.demo, check)).code === 0,
    240,
  );
}, 900_000);
