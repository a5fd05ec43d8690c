// SPDX-License-Identifier: Apache-2.0
import { planes, worker } from '../test-config.ts';
import { changesIn, manifestOf, runnerLab, type RunnerLab } from './testing/runner-lab.ts';

// Each run starts five processes.

let kubeone: RunnerLab['kubeone'];
let run: RunnerLab['run'];
beforeEach(async () => {
  ({ kubeone, run } = runnerLab());
  await run('apply', manifestOf({}, { hosts: planes }));
});
afterEach(() => {
  kubeone.remove();
});

const update = () => run('apply', manifestOf({ version: '1.35.4' }, { hosts: planes }));

/** Removes KubeOne's lock label from a node, as an administrator does after checking that no KubeOne runs. */
function unlock(name: string): void {
  const { [name]: node, ...others } = kubeone.nodes();
  if (node === undefined) throw new Error(`there is no node ${name}`);
  const { 'kubeone.io/upgrade-in-progress': lock, ...labels } = node.labels;
  expect(lock).toBe('');
  kubeone.setNodes({ ...others, [name]: { ...node, labels } });
}

// Proves: upgrades.host-kubernetes
test('names the node that an interrupted update left locked, and resumes the update once the lock is removed', async () => {
  kubeone.set({ failAt: 'metal-1', kubeconfig: 'k' });
  const failed = await update();
  expect(failed.exitCode).toBe(10);
  expect(failed.stderr).toContain(
    'Completed steps stay; fix the cause and run pulumi up again to continue.\n',
  );
  kubeone.set({ kubeconfig: 'k' });
  const locked = await update();
  expect(locked.exitCode).toBe(10);
  expect(locked.stderr).toContain(
    'error: KubeOne begins no update: the node metal-1 has the label ' +
      'kubeone.io/upgrade-in-progress, which an interrupted update has left there. Make sure that ' +
      'no other KubeOne is at work on these hosts, then run: kubectl label node metal-1 ' +
      'kubeone.io/upgrade-in-progress- ; and run pulumi up again. No host was updated.\n',
  );

  unlock('metal-1');
  const resumed = await update();
  expect(resumed.stderr).toContain(
    'strata: an earlier update was interrupted: KubeOne goes over all hosts once more (--force-upgrade)\n',
  );
  expect(resumed.exitCode).toBe(0);
  expect(changesIn(resumed.stdout)).toContain(
    '~ force upgrade control plane node "metal-2" (10.0.0.12): 1.34.4 -> 1.35.4',
  );
  for (const node of Object.values(kubeone.nodes())) {
    expect(node).toMatchObject({ kubelet: '1.35.4', apiServer: '1.35.4', isCordoned: false });
    expect(Object.keys(node.labels)).not.toContain('kubeone.io/upgrade-in-progress');
  }
});

test('resumes an interrupted update when the kubelet of the first control plane is already new', async () => {
  await update();
  const nodes = kubeone.nodes();
  const { 'metal-1': behind } = nodes;
  if (behind === undefined) throw new Error('there is no node metal-1');
  kubeone.setNodes({ ...nodes, 'metal-1': { ...behind, kubelet: '1.34.4' } });
  const resumed = await update();
  expect(resumed.exitCode).toBe(0);
  expect(kubeone.joined()).toMatchObject({ 'metal-1': '1.35.4' });
});

test('resumes an update that was interrupted at a worker, with every API server new and every kubelet old', async () => {
  const all = { hosts: [...planes, worker] };
  await run('apply', manifestOf({}, all));
  kubeone.set({ failAt: 'metal-3', kubeconfig: 'k' });
  expect(await run('apply', manifestOf({ version: '1.35.4' }, all))).toMatchObject({
    exitCode: 10,
  });
  expect(kubeone.nodes()['metal-0']).toMatchObject({ apiServer: '1.35.4', kubelet: '1.34.4' });
  kubeone.set({ kubeconfig: 'k' });
  const resumed = await run('apply', manifestOf({ version: '1.35.4' }, all));
  expect(resumed.stderr).toContain(
    'strata: an earlier update was interrupted: KubeOne goes over all hosts once more (--force-upgrade)\n',
  );
  expect(resumed.exitCode).toBe(0);
  expect(kubeone.nodes()['metal-3']).toMatchObject({ kubelet: '1.35.4', isCordoned: false });
});

test('refuses an update together with a new host before anything is changed', async () => {
  const both = await run('apply', manifestOf({ version: '1.35.4' }));
  expect(both.exitCode).toBe(15);
  expect(both.stderr).toContain('Nothing was changed.\n');
  expect(both.stderr).toContain('repair and upgrade are not supported at the same time');
  expect(Object.keys(kubeone.joined())).toEqual(['metal-0', 'metal-1', 'metal-2']);
});

test('an update that switches encryption on encrypts all Secrets, unless it stops: then it says what to do', async () => {
  const install = async () => {
    kubeone.forget();
    const plain = { features: { encryptionAtRest: false } };
    await run('apply', manifestOf(plain, { hosts: planes }));
    expect(kubeone.hasClearSecrets()).toBe(true);
  };
  await install();
  const whole = await update();
  expect(changesIn(whole.stdout)).toContain('~ rewrite all cluster secrets');
  expect(kubeone.hasClearSecrets()).toBe(false);

  await install();
  kubeone.set({ failAt: 'metal-1', kubeconfig: 'k' });
  const failed = await update();
  expect(failed.stderr).toContain(
    'Completed steps stay; fix the cause and run pulumi up again to continue. This update was to encrypt ' +
      'the Secrets that etcd has in clear text. KubeOne may leave them so when it continues; previews say when: ' +
      'docs/bare-metal.md#encryption-at-rest-that-is-switched-on.\n',
  );
  kubeone.set({ kubeconfig: 'k' });
  unlock('metal-1');
  const resumed = await update();
  expect(resumed.exitCode).toBe(0);
  expect(changesIn(resumed.stdout)).not.toContain('~ rewrite all cluster secrets');
  expect(kubeone.hasClearSecrets()).toBe(true);
});
