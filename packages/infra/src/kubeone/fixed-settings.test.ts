// SPDX-License-Identifier: Apache-2.0
import { kubeone as schema } from '../config/kubeone-fields.ts';
import { checkFixed, endpointIn, fixedValues } from './fixed-settings.ts';

const config = (more: object = {}) =>
  schema.parse({ version: '1.35.4', apiEndpoint: { host: '10.0.0.9' }, ...more });

const made = fixedValues(config());

test('records the settings that a cluster keeps', () => {
  expect(made).toEqual({
    'apiEndpoint.host': '10.0.0.9',
    'apiEndpoint.port': 6443,
    'network.podSubnet': '10.244.0.0/16',
    'network.serviceSubnet': '10.96.0.0/12',
    'network.nodePrefixLength': 24,
    'network.cni.name': 'cilium',
    'network.cni.kubeProxyReplacement': false,
    'features.nodeLocalDns': true,
  });
});

test('accepts a configuration that keeps them', () => {
  const kubeone = config({ version: '1.35.5', features: { metricsServer: false } });
  expect(checkFixed(made, kubeone)).toEqual([]);
});

test('refuses each change of them', () => {
  const kubeone = config({
    network: {
      podSubnet: '10.200.0.0/16',
      serviceSubnet: '10.97.0.0/16',
      nodePrefixLength: 25,
      cni: { name: 'canal', kubeProxyReplacement: true },
    },
    features: { nodeLocalDns: false },
  });
  const problems = checkFixed(made, kubeone);
  expect(problems.map(({ path }) => path)).toEqual([
    ['kubeone', 'network', 'podSubnet'],
    ['kubeone', 'network', 'serviceSubnet'],
    ['kubeone', 'network', 'nodePrefixLength'],
    ['kubeone', 'network', 'cni', 'name'],
    ['kubeone', 'network', 'cni', 'kubeProxyReplacement'],
    ['kubeone', 'features', 'nodeLocalDns'],
  ]);
  expect(problems.map(({ message }) => message)).toEqual([
    'the cluster was made with 10.244.0.0/16, and KubeOne carries out only half of this change: nodes and pods keep their addresses in the earlier range. Set it back to 10.244.0.0/16; if you have changed the cluster by hand, add "network.podSubnet" to kubeone.changedByHand',
    'the cluster was made with 10.96.0.0/12, and KubeOne carries out only half of this change: the API server and all Services keep the earlier range. Set it back to 10.96.0.0/12; if you have changed the cluster by hand, add "network.serviceSubnet" to kubeone.changedByHand',
    'the cluster was made with 24, and KubeOne carries out only half of this change: nodes keep their earlier ranges. Set it back to 24; if you have changed the cluster by hand, add "network.nodePrefixLength" to kubeone.changedByHand',
    'the cluster was made with cilium, and KubeOne carries out only half of this change: the earlier CNI stays beside the new one, with the addresses of all pods. Set it back to cilium; if you have changed the cluster by hand, add "network.cni.name" to kubeone.changedByHand',
    'the cluster was made with false, and KubeOne carries out only half of this change: the rules of kube-proxy, or its absence, stay. Set it back to false; if you have changed the cluster by hand, add "network.cni.kubeProxyReplacement" to kubeone.changedByHand',
    'the cluster was made with true, and KubeOne carries out only half of this change: kubelets and running pods keep the earlier DNS server. Set it back to true; if you have changed the cluster by hand, add "features.nodeLocalDns" to kubeone.changedByHand',
  ]);
});

test('accepts a change that people have made on the cluster', () => {
  const kubeone = config({
    changedByHand: ['features.nodeLocalDns'],
    features: { nodeLocalDns: false },
  });
  expect(checkFixed(made, kubeone)).toEqual([]);
});

test('checks nothing that the last run did not record', () => {
  expect(checkFixed({}, config({ network: { cni: { name: 'canal' } } }))).toEqual([]);
});

test('refuses another address of the API', () => {
  const problems = checkFixed(made, config({ apiEndpoint: { host: '10.0.0.8', port: 443 } }));
  expect(problems).toEqual([
    {
      path: ['kubeone', 'apiEndpoint', 'host'],
      message:
        'the cluster was made with 10.0.0.9, and KubeOne carries out only half of this change: hosts, the kubeconfig and the accounts of the stacks above keep the earlier address, and the certificate of the API does not have the new one. Set it back to 10.0.0.9; if you have changed the cluster by hand, add "apiEndpoint.host" to kubeone.changedByHand',
    },
    {
      path: ['kubeone', 'apiEndpoint', 'port'],
      message:
        'the cluster was made with 6443, and KubeOne carries out only half of this change: hosts, the kubeconfig and the accounts of the stacks above keep the earlier port. Set it back to 6443; if you have changed the cluster by hand, add "apiEndpoint.port" to kubeone.changedByHand',
    },
  ]);
});

test.each([
  ['https://10.0.0.9:6443', '10.0.0.9', 6443],
  ['https://Api.example.org:443', 'Api.example.org', 443],
  ['https://[2001:db8::9]:6443', '2001:db8::9', 6443],
])('reads the address of the API in the output %s', (url, host, port) => {
  expect(endpointIn(url)).toEqual({ 'apiEndpoint.host': host, 'apiEndpoint.port': port });
});
