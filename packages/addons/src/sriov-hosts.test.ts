// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';
import { sriovHosts, withSriovHosts } from './sriov-hosts.ts';
import { smallManifest } from './test-manifest.ts';

type Labels = Readonly<Record<string, string>>;

const version = findRelease('v1.8')?.optional['sriov-network-operator'].version ?? '';
const upstream = loadManifest('sriov-network-operator', version);

/** Labels of hosts: kubeadm sets these, KubeOne adds those of infra:hosts, and node-feature-discovery adds the capabilities that it finds. */
const hosts: Readonly<Record<string, Labels>> = {
  plane: { 'kubernetes.io/os': 'linux', 'node-role.kubernetes.io/control-plane': '' },
  worker: { 'kubernetes.io/os': 'linux' },
  capable: {
    'kubernetes.io/os': 'linux',
    'feature.node.kubernetes.io/network-sriov.capable': 'true',
  },
};

/**
 * Returns the hosts that the operator configures and runs its daemon on.
 *
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/controllers/sriovnetworknodepolicy_controller.go (Reconcile)
 */
function selectedBy({ objects }: Manifest): string[] {
  const settings = objects.find(({ kind }) => kind === 'SriovOperatorConfig');
  const { configDaemonNodeSelector: given = {} } = settings?.spec as {
    configDaemonNodeSelector?: Labels;
  };
  const selector =
    Object.keys(given).length > 0
      ? given
      : { 'node-role.kubernetes.io/worker': '', 'kubernetes.io/os': 'linux' };
  return Object.entries(hosts)
    .filter(([, labels]) => Object.entries(selector).every(([key, value]) => labels[key] === value))
    .map(([name]) => name);
}

test('without a selector the operator selects no host of a cluster that kubeadm created', () => {
  expect(selectedBy(upstream)).toEqual([]);
});

// Proves: addons.sr-iov-operator
test('the operator selects the hosts of its policies', () => {
  expect(selectedBy(withSriovHosts(upstream, [{}]))).toEqual(['capable']);
  const anywhere = [{ nodeSelector: { 'kubernetes.io/os': 'linux' } }];
  expect(selectedBy(withSriovHosts(upstream, anywhere))).toEqual(['plane', 'worker', 'capable']);
});

test('selects hosts by the labels that the selectors of all policies have in common', () => {
  const inHall = (rack: string) => ({ nodeSelector: { hall: '1', rack } });
  expect(sriovHosts([inHall('a')])).toEqual({ 'kubernetes.io/os': 'linux', hall: '1', rack: 'a' });
  expect(sriovHosts([inHall('a'), inHall('b')])).toEqual({
    'kubernetes.io/os': 'linux',
    hall: '1',
  });
  expect(sriovHosts([inHall('a'), {}])).toEqual({ 'kubernetes.io/os': 'linux' });
});

test('changes nothing else in the manifest', () => {
  const changed = withSriovHosts(upstream, [{}]).objects.filter(
    (object, index) => object !== upstream.objects[index],
  );
  expect(changed.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
    ['SriovOperatorConfig', 'default'],
  ]);
});

test('refuses a manifest without a SriovOperatorConfig', () => {
  expect(() => withSriovHosts(smallManifest('sriov-network-operator'), [])).not.toThrow();
  expect(() => withSriovHosts(smallManifest('descheduler'), [])).toThrow(
    'the manifest of sriov-network-operator has no SriovOperatorConfig.',
  );
});
