// SPDX-License-Identifier: Apache-2.0
// Whoever has the token of a cluster's account defines networks in its namespace, and machines that
// are on any network that they name: each is tried with what is not the cluster's own.
import { rm } from 'node:fs/promises';
import type { RackSession } from '@strata/sandbox';
import { collectTokens, type Tokens } from './accounts/tokens.ts';
import { openSession } from './environment.ts';

let session: RackSession;
let tokens: Tokens;
beforeAll(async () => {
  session = await openSession();
  tokens = await collectTokens(session);
});
afterAll(() => rm(tokens.folder, { recursive: true, force: true }));

const own = 'cluster-demo';

/** The text that Strata writes for a VLAN of a cluster, with what is said here. */
const vlanText = (change: object = {}) =>
  JSON.stringify({
    cniVersion: '0.3.1',
    name: 'thief',
    type: 'bridge',
    bridge: 'br1',
    vlan: 200,
    preserveDefaultVlan: false,
    macspoofchk: true,
    disableContainerInterface: true,
    ipam: {},
    ...change,
  });

const network = (config: string | undefined, annotations: Record<string, string> = {}) => ({
  apiVersion: 'k8s.cni.cncf.io/v1',
  kind: 'NetworkAttachmentDefinition',
  metadata: { name: 'thief', namespace: own, annotations },
  ...(config !== undefined && { spec: { config } }),
});

const podWith = (annotations: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'thief', namespace: own, annotations },
  spec: { containers: [{ name: 'thief', image: 'thief' }] },
});

/** Tries to make an object, without making it; the admin of the infra cluster if no account is named. */
function tryToMake(object: object, kubeconfig?: string) {
  const script = 'printf %s "$1" | kubectl create --dry-run=server -f -';
  const env: Record<string, string> = kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig };
  return session.capture(['sh', '-c', script, 'sh', JSON.stringify(object)], { env });
}

const notWritten = 'the NetworkAttachmentDefinition thief is not of the text that Strata writes';
const resourceName = 'k8s.v1.cni.cncf.io/resourceName';

// Proves: networks.vlan-per-cluster
test.each<[string, object, string]>([
  ['a card of the host', network(vlanText({ type: 'host-device', device: 'eth0' })), notWritten],
  ['another plugin on a card', network(vlanText({ type: 'macvlan', master: 'eth0' })), notWritten],
  ['all that is untagged', network(vlanText({ vlan: undefined })), notWritten],
  ['what is untagged as well', network(vlanText({ preserveDefaultVlan: true })), notWritten],
  ['all VLANs', network(vlanText({ vlanTrunk: [{ minID: 1, maxID: 4094 }] })), notWritten],
  ['the name of another network', network(vlanText({ name: 'own' })), notWritten],
  ['a file of the host', network(undefined), notWritten],
  [
    'the VLAN of a network of the platform',
    network(vlanText({ vlan: 100 })),
    'VLAN 100 is a network of the platform, which others are on, too',
  ],
  [
    "the VLAN of the hosts' migrations",
    network(vlanText({ vlan: 7 })),
    'VLAN 7 is a network of the platform, which others are on, too',
  ],
  [
    'the VLAN of another cluster',
    network(vlanText({ vlan: 290 })),
    'the cluster may not have VLAN 290 of "br1"; the owner of the platform gives VLANs in kubevirt-stack:tenants.vlans',
  ],
  [
    'a VLAN that nobody gives',
    network(vlanText({ vlan: 300 })),
    'the cluster may not have VLAN 300 of "br1"',
  ],
  [
    "a bridge of the hosts' own",
    network(vlanText({ bridge: 'cni0' })),
    'the cluster may not have VLAN 200 of "cni0"',
  ],
  [
    'a device of the host',
    network(vlanText(), { [resourceName]: 'openshift.io/fast' }),
    'pods on the network thief may take bridge.network.kubevirt.io/br1 of their hosts alone, not openshift.io/fast',
  ],
])('with the token of cluster, a network that is %s is refused', async (_, object, why) => {
  const { code, stderr } = await tryToMake(object, tokens.cluster);
  expect(stderr).toContain(why);
  expect(code).toBe(1);
});

// Proves: networks.vlan-per-cluster
test.each([[200], [299]])('a VLAN that the platform gives passes (%i)', async (vlan) => {
  const annotations = { [resourceName]: 'bridge.network.kubevirt.io/br1' };
  const object = network(vlanText({ vlan }), annotations);
  expect(await tryToMake(object, tokens.cluster)).toMatchObject({ code: 0 });
});

const ownNetworks =
  'k8s.v1.cni.cncf.io/networks may name networks of the namespaces cluster-demo and platform-networks alone';

// Proves: networks.vlan-per-cluster
test.each([
  ['k8s.v1.cni.cncf.io/networks', 'cluster-other/own', ownNetworks],
  [
    'k8s.v1.cni.cncf.io/networks',
    '[{"name":"own","namespace":"cluster-other","interface":"net1"}]',
    ownNetworks,
  ],
  ['k8s.v1.cni.cncf.io/networks', '[{"name":"moves","namespace":"kubevirt"}]', ownNetworks],
  [
    'v1.multus-cni.io/default-network',
    'kubevirt/moves',
    'v1.multus-cni.io/default-network would take a pod of a user cluster out of the pod network',
  ],
])('no pod of a user cluster is made with %s: %s', async (key, value, why) => {
  // Whoever makes it: for machines it is virt-controller.
  const { code, stderr } = await tryToMake(podWith({ [key]: value }));
  expect(stderr).toContain(why);
  expect(code).toBe(1);
});
