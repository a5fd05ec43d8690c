// SPDX-License-Identifier: Apache-2.0
import { formatPlanProblem } from './address-plan/index.ts';
import { checkSriovResources } from './check-sriov-resources.ts';

const policy = (resourceName: string) => ({
  name: resourceName.toLowerCase(),
  resourceName,
  nicSelector: { vendor: '15b3' },
  numVfs: 8,
});
const operators = ['node-feature-discovery', 'sriov-network-operator'];
const two = { operators, sriov: { policies: [policy('fast'), policy('faster')] } };

/** Returns the problems of an environment with these optional operators. */
const check = (
  platform: Readonly<Record<string, unknown>>,
  addons: Readonly<Record<string, unknown>> = two,
) =>
  checkSriovResources({
    name: 'prod',
    clusters: [],
    platform: { file: 'stacks/kubevirt-stack/Pulumi.prod.yaml', config: platform },
    addons: { file: 'stacks/addons/Pulumi.prod.yaml', config: addons },
  }).map(formatPlanProblem);

const at = 'stacks/kubevirt-stack/Pulumi.prod.yaml: config.kubevirt-stack:';
const other = '(the other: stacks/addons/Pulumi.prod.yaml: config.addons:sriov)';
const network = (resourceName: string) => ({
  networks: [{ name: 'fast', type: 'sriov', resourceName }],
});
const permitted = (resourceName: string, more: object = {}) => ({
  kubevirt: {
    permittedHostDevices: {
      pciHostDevices: [{ pciVendorSelector: '15b3:1018', resourceName, ...more }],
    },
  },
});
const external = { externalResourceProvider: true };

// Proves: addons.sr-iov-operator
test('reports functions of cards that no policy of the operator makes', () => {
  expect(check(network('openshift.io/fsat'))).toEqual([
    `${at}networks[0].resourceName: no policy of the SR-IOV operator makes "openshift.io/fsat"; did you mean "openshift.io/fast"? If a policy outside Strata makes it, name "fsat" in sriov.otherResources ${other}`,
  ]);
  expect(check(permitted('openshift.io/zzzzzzzz', external))).toEqual([
    `${at}kubevirt.permittedHostDevices.pciHostDevices[0].resourceName: no policy of the SR-IOV operator makes "openshift.io/zzzzzzzz"; known: openshift.io/fast, openshift.io/faster. If a policy outside Strata makes it, name "zzzzzzzz" in sriov.otherResources ${other}`,
  ]);
});

// Proves: addons.sr-iov-operator
test('reports functions that both the SR-IOV operator and KubeVirt would offer', () => {
  expect(check(permitted('openshift.io/fast'))).toEqual([
    `${at}kubevirt.permittedHostDevices.pciHostDevices[0].externalResourceProvider: the SR-IOV operator offers "openshift.io/fast" by a policy, and KubeVirt would offer it as well; set true ${other}`,
  ]);
});

test('accepts what a policy makes, and resources of others', () => {
  expect(check(network('openshift.io/faster'))).toEqual([]);
  expect(check(permitted('openshift.io/fast', external))).toEqual([]);
  expect(check(network('intel.com/sriov'))).toEqual([]);
  expect(check(permitted('nvidia.com/A10'))).toEqual([]);
  // KubeVirt alone offers it: no policy makes it, and none has to.
  expect(check(permitted('openshift.io/other'))).toEqual([]);
});

// Proves: addons.sr-iov-operator
test('accepts functions that a policy outside Strata makes, if the file names them', () => {
  const sriov = { policies: [policy('fast')], otherResources: ['rdma'] };
  const named = { operators, sriov };
  expect(check(network('openshift.io/rdma'), named)).toEqual([]);
  expect(check(permitted('openshift.io/rdma', external), named)).toEqual([]);
  expect(check(permitted('openshift.io/rdma'), named)).toEqual([
    `${at}kubevirt.permittedHostDevices.pciHostDevices[0].externalResourceProvider: the SR-IOV operator offers "openshift.io/rdma" by a policy, and KubeVirt would offer it as well; set true ${other}`,
  ]);
  const alone = { operators, sriov: { policies: [], otherResources: ['rdma'] } };
  expect(check(network('openshift.io/rdma'), alone)).toEqual([]);
});

test('judges nothing where the operator is not in the file of the optional operators', () => {
  const wrong = { ...network('openshift.io/none'), ...permitted('openshift.io/none', external) };
  expect(check(wrong, { operators: ['descheduler'] })).toEqual([]);
  expect(
    checkSriovResources({
      name: 'prod',
      clusters: [],
      platform: { file: 'stacks/kubevirt-stack/Pulumi.prod.yaml', config: wrong },
    }),
  ).toEqual([]);
  expect(
    checkSriovResources({
      name: 'prod',
      clusters: [],
      addons: { file: 'stacks/addons/Pulumi.prod.yaml', config: two },
    }),
  ).toEqual([]);
});
