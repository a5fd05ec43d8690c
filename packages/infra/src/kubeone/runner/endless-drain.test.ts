// SPDX-License-Identifier: Apache-2.0
import { planes, worker } from '../test-config.ts';
import { manifestOf, runnerLab, type RunnerLab } from './testing/runner-lab.ts';

let kubeone: RunnerLab['kubeone'];
let run: RunnerLab['run'];
const hosts = [...planes, worker];
beforeEach(async () => {
  ({ kubeone, run } = runnerLab());
  await run('apply', manifestOf({}, { hosts }));
});
afterEach(() => {
  kubeone.remove();
});

const update = (env: NodeJS.ProcessEnv = {}) =>
  run('apply', manifestOf({ version: '1.35.4' }, { hosts }), env);

// Proves: upgrades.host-kubernetes
test('an update ends at a host that nothing leaves any more, and the next one continues it', async () => {
  kubeone.set({ neverEmpty: 'metal-3', kubeconfig: 'k' });
  // A twentieth of a minute.
  const ended = await update({ STRATA_KUBEONE_DRAIN_MINUTES: '0.05' });
  expect(ended.exitCode).toBe(10);
  expect(ended.stderr).toContain(
    'error: KubeOne was stopped: no pod has left metal-3 for 0.05 minutes ' +
      '(config.infra:kubeone.drainMinutes). Still there: shop/web-1 (Cannot evict pod as it would ' +
      "violate the pod's disruption budget.). The host stays cordoned; KubeOne had begun nothing else " +
      'on it. See docs/runbooks/drain-host.md, then run: kubectl label node metal-3 ' +
      'kubeone.io/upgrade-in-progress- ; and run pulumi up again, which continues the update.',
  );
  expect(kubeone.nodes()['metal-3']).toMatchObject({ kubelet: '1.34.4', isCordoned: true });

  kubeone.set({ kubeconfig: 'k' });
  const { 'metal-3': node, ...others } = kubeone.nodes();
  if (node === undefined) throw new Error('there is no node metal-3');
  kubeone.setNodes({ ...others, 'metal-3': { ...node, labels: {} } });
  expect((await update()).exitCode).toBe(0);
  expect(kubeone.nodes()['metal-3']).toMatchObject({ kubelet: '1.35.4', isCordoned: false });
});

test('an update whose drains end takes as long as it takes', async () => {
  const { exitCode, stderr } = await update({ STRATA_KUBEONE_DRAIN_MINUTES: '0.05' });
  expect(stderr).not.toContain('KubeOne was stopped');
  expect(exitCode).toBe(0);
});
