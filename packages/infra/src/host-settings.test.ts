// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { recordProgram, valueOf } from '@strata/testing';
import type { NodeState } from './cluster/cluster-state.ts';
import { hostSettings } from './host-settings.ts';
import { testConfig } from './kubeone/test-config.ts';
import { wantedSettings } from './kubeone/late-settings.ts';

const { hosts, kubeone: before } = testConfig({ features: { encryptionAtRest: false } });
const made = wantedSettings(before, hosts);
const config = testConfig({ version: '1.35.4', containerd: { sandboxImage: 'pause:4' } });
const wanted = wantedSettings(config.kubeone, hosts);
const { 'kubeone.features.encryptionAtRest': clear } = made;

const node = (name: string, kubelet: string): NodeState => ({
  metadata: { name },
  status: { nodeInfo: { kubeletVersion: kubelet } },
});
const names = hosts.map(({ name }) => name);
const running = (kubernetes: string, kubelet: string) => ({
  kubernetes,
  nodes: names.map((name) => node(name, kubelet)),
});

const raw = { values: {}, secretKeys: [], project: 'infra', stack: 'rack-a' };

/** Returns what hosts have after a run of KubeOne with these actions. */
async function after(
  changes: readonly string[],
  cluster: ReturnType<typeof running> | undefined,
  encrypting: readonly string[] = [],
) {
  const last = { nodes: names, fixed: {}, late: made, rejoins: {} };
  const { result } = await recordProgram(() =>
    valueOf(hostSettings(config, raw, { last, cluster, encrypting })(pulumi.output(changes))),
  );
  return result;
}

const force = '~ force upgrade control plane node "metal-0" (10.0.0.10): 1.34.4 -> 1.35.4';
const whole = ['~ upgrade control plane node "metal-0" (10.0.0.10): 1.34.4 -> 1.35.4'];
const rewrite = '~ rewrite all cluster secrets';

test('hosts have all settings after an update of Kubernetes', async () => {
  expect(await after([...whole, rewrite], running('1.34.4', 'v1.34.4'))).toEqual(wanted);
});

test('they have them after an update that continues one that stopped, when all API servers are new', async () => {
  expect(await after([force, rewrite], running('1.35.4', 'v1.34.4'))).toEqual(wanted);
});

test('they have them where the cluster does not answer, and where only a later step of that up has failed', async () => {
  expect(await after([...whole, rewrite], undefined)).toEqual(wanted);
  expect(await after([...whole, rewrite], running('1.35.4', 'v1.35.4'))).toEqual(wanted);
});

test('Secrets count as clear text where KubeOne does not write them again', async () => {
  expect(await after([force], running('1.35.4', 'v1.34.4'), ['kube-apiserver-metal-0'])).toEqual({
    ...wanted,
    'kubeone.features.encryptionAtRest': clear,
  });
});

test('hosts keep what they have in a run without an update', async () => {
  expect(await after(['~ ensure embedded addons'], running('1.35.4', 'v1.35.4'))).toEqual(made);
});
