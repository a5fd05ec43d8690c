// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { kubeadmConfigs } from '../kubeadm-config.ts';
import { testConfig, testControlPlane } from '../test-bootstrap.ts';
import { discoveryOf } from './test-discovery.ts';
import { TestMachine } from './test-machine.ts';

// The phases of addons are those of the real kubeadm, against an API that records what it is sent.
let machine: TestMachine;
let server: Server;
/** Deployments with the label of CoreDNS that the API has. */
let deployments: readonly object[];
/** Requests that change something. */
let sent: string[];
/** Content of the ConfigMap `kubeadm-config`. */
let uploaded: string;
/** Settings of kube-proxy that the cluster has. */
let proxySettings: string | undefined;
/** Content of the ConfigMap `kube-proxy` that is written. */
let writtenProxy: string;

const coreDns = (name: string, tag: string) => ({
  metadata: { name, namespace: 'kube-system' },
  spec: {
    template: { spec: { containers: [{ name, image: `registry.k8s.io/coredns/coredns:${tag}` }] } },
  },
});
const corefile = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'coredns', namespace: 'kube-system' },
  data: { Corefile: '.:53 {\n    errors\n    forward . 192.0.2.53\n}\n' },
};
const proxyMap = () => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'kube-proxy', namespace: 'kube-system' },
  data: { 'config.conf': proxySettings },
});
/** Answers from which kubectl learns what a ConfigMap is. */
const discovery = discoveryOf({
  name: 'configmaps',
  namespaced: true,
  kind: 'ConfigMap',
  verbs: ['get'],
});
const done = { kind: 'Status', apiVersion: 'v1', status: 'Success' };
const missing = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'NotFound',
  code: 404,
};
const taken = { ...missing, reason: 'AlreadyExists', code: 409 };

beforeEach(async () => {
  machine = new TestMachine();
  deployments = [];
  sent = [];
  uploaded = '';
  proxySettings = undefined;
  writtenProxy = '';
  server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const path = url.split('?')[0] ?? '';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      response.setHeader('content-type', 'application/json');
      if (method !== 'GET') {
        sent.push(`${method} ${path}`);
        if (path.endsWith('/configmaps') && body.includes('kubeadm-config')) uploaded = body;
        if (path.includes('/configmaps') && body.includes('config.conf')) {
          writtenProxy = body;
          if (method === 'POST' && proxySettings !== undefined) {
            response.statusCode = 409;
            response.end(JSON.stringify(taken));
            return;
          }
        }
        response.statusCode = method === 'POST' ? 201 : 200;
        response.end(body.startsWith('{') ? body : JSON.stringify(done));
      } else if (path.endsWith('/deployments')) {
        response.end(
          JSON.stringify({ kind: 'DeploymentList', apiVersion: 'apps/v1', items: deployments }),
        );
      } else if (discovery[path] !== undefined) {
        response.end(JSON.stringify(discovery[path]));
      } else if (path.endsWith('/configmaps/kube-proxy') && proxySettings !== undefined) {
        response.end(JSON.stringify(proxyMap()));
      } else if (path.endsWith('/configmaps/coredns') && deployments.length > 0) {
        response.end(JSON.stringify(corefile));
      } else {
        response.statusCode = 404;
        response.end(JSON.stringify(missing));
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(async () => {
  machine.remove();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

/** Tools of the toolchain, by the version of Kubernetes. */
const tools = { '1.34.4': 'kubernetes-1.34-1.34.4', '1.35.4': 'kubernetes-1.35.4' } as const;

interface Case {
  readonly replicas: 1 | 3;
  readonly kubeProxyReplacement: boolean;
  readonly kubernetes?: keyof typeof tools;
}

/** Writes the files of the last control-plane machine, whose kubeadm is real where it installs addons. */
function prepare({ replicas, kubeProxyReplacement, kubernetes = '1.35.4' }: Case): void {
  const peers = {
    network: 'backbone',
    addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
  };
  const config = testConfig({
    kubernetes: { version: kubernetes, podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' },
    cni: { type: 'none', kubeProxyReplacement },
    controlPlane: { replicas, ...(replicas === 3 && { peers }) },
  });
  machine.setVariables({
    INDEX: replicas - 1,
    REPLICAS: replicas,
    PEERS: replicas === 1 ? "''" : "'10.20.0.11 10.20.0.12'",
    PEER: replicas === 1 ? "''" : '10.20.0.13',
    KUBE_PROXY: kubeProxyReplacement ? 'no' : 'yes',
  });
  for (const [file, text] of Object.entries(
    kubeadmConfigs(testControlPlane(config, replicas - 1)),
  )) {
    machine.write(
      `etc/strata/${file}`,
      text.replaceAll('/etc/strata', `${machine.root}/etc/strata`),
    );
  }
  const { port } = server.address() as AddressInfo;
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'a', user: {} }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    'current-context': 'a',
  };
  machine.write('etc/kubernetes/super-admin.conf', JSON.stringify(kubeconfig));
  // The first peer knows the other two members.
  const member = (id: number, host: number) =>
    `{"ID":"${id}", "name":"cp-${id}", "peerURLs":["https://10.20.0.${host}:2380"]}`;
  machine.write('etcd/10.20.0.11', `{"members":[${member(0, 11)}, ${member(1, 12)}]}`);
  const kubeadm = builtTool(tools[kubernetes], 'kubeadm');
  const real = `case $* in "init phase addon "* | "init phase upload-config kubeadm "*) exec ${kubeadm} "$@" ;; esac`;
  machine.play('kubeadm', real);
  machine.play(
    'kubectl',
    `case $* in
  *"get deployments,daemonsets"*) echo deployment.apps/coredns ;;
  *"get configmap kube-proxy"*) HOME=${machine.root} exec ${builtTool(tools['1.35.4'], 'kubectl')} "$@" ;;
esac`,
  );
  // Pauses take no time.
  machine.write('bin/sleep', '#!/bin/sh\n', 0o755);
}

const addonCalls = () =>
  machine
    .calls()
    .filter((call) => /^(kubeadm init phase addon|kubectl .* delete)/.test(call))
    .map((call) => call.replaceAll(/ --(config|kubeconfig|request-timeout)[= ]\S+/g, ''));
const has = (path: string) => existsSync(join(machine.root, path));

// https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/cmd/phases/workflow/runner.go `Run`
// decides which phases run before it reads the configuration, in which kube-proxy is disabled.
// Proves: clusters.control-plane
test.each([1, 3] as const)(
  'the last of %i control-plane machines installs no kube-proxy that the pod network replaces, and removes an earlier one',
  async (replicas) => {
    prepare({ replicas, kubeProxyReplacement: true });
    const { code, said } = await machine.start();
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(addonCalls()).toEqual([
      'kubectl --namespace kube-system delete --ignore-not-found --wait=false daemonset/kube-proxy configmap/kube-proxy serviceaccount/kube-proxy',
      'kubeadm init phase addon coredns',
    ]);
    expect(sent).toContain('POST /apis/apps/v1/namespaces/kube-system/deployments');
    expect(sent.filter((request) => /daemonsets|kube-proxy/.test(request))).toEqual([]);
  },
);

// Proves: clusters.control-plane
test.each([1, 3] as const)(
  'the last of %i control-plane machines installs both addons',
  async (replicas) => {
    prepare({ replicas, kubeProxyReplacement: false });
    expect((await machine.start()).code).toBe(0);
    expect(addonCalls()).toEqual([
      'kubeadm init phase addon kube-proxy',
      'kubeadm init phase addon coredns',
    ]);
    expect(sent).toContain('POST /apis/apps/v1/namespaces/kube-system/daemonsets');
    expect(sent).toContain('POST /apis/apps/v1/namespaces/kube-system/deployments');
  },
);

// kubeadm writes that the addons are disabled which its command line skips.
// https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/cmd/init.go `manageSkippedAddons`
test('the configuration in the cluster disables no addon, though kubeadm init skips both', async () => {
  prepare({ replicas: 1, kubeProxyReplacement: false });
  await machine.start();
  const calls = machine
    .calls()
    .filter((call) => /^kubeadm init (--|phase upload-config)/.test(call));
  expect(calls).toEqual([
    'kubeadm init --config /etc/strata/kubeadm.yaml --skip-token-print --skip-phases=addon,show-join-command',
    'kubeadm init phase upload-config kubeadm --kubeconfig /etc/kubernetes/super-admin.conf --config /etc/strata/kubeadm.yaml',
  ]);
  expect(uploaded).toContain('kind: ClusterConfiguration');
  expect(uploaded).not.toContain('disabled');
});

// https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/cmd/upgrade/common.go takes them
// from the cluster, https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/cmd/phases/init/addons.go
// from its configuration alone.
// Proves: clusters.control-plane
test.each(['1.34.4', '1.35.4'] as const)(
  'kube-proxy keeps the settings that administrators have made, with kubeadm %s',
  async (kubernetes) => {
    prepare({ replicas: 3, kubeProxyReplacement: false, kubernetes });
    proxySettings = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
conntrack:
  maxPerCore: 65536
metricsBindAddress: 0.0.0.0:10249
mode: nftables
`;
    const { code, said } = await machine.start();
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(sent).toContain('PUT /api/v1/namespaces/kube-system/configmaps/kube-proxy');
    expect(writtenProxy).toContain('mode: nftables');
    expect(writtenProxy).toContain('metricsBindAddress: 0.0.0.0:10249');
    expect(writtenProxy).toContain('maxPerCore: 65536');
    // kubeadm fills in the rest.
    expect(writtenProxy).toContain('clusterCIDR: 10.100.0.0/16');
    expect(sent).toContain('POST /apis/apps/v1/namespaces/kube-system/daemonsets');
  },
);

const left = (addon: string) =>
  `strata: the addon ${addon} is left as it is: kubeadm does not update it; the lines above say why\n`;

test('a kube-proxy whose settings kubeadm cannot read is left as it is', async () => {
  prepare({ replicas: 1, kubeProxyReplacement: false });
  proxySettings = 'apiVersion: kubeproxy.config.k8s.io/v1\nkind: KubeProxyConfiguration\n';
  const { code, said } = await machine.start();
  expect(code).toBe(0);
  expect(said).toContain('error: unsupported apiVersion "kubeproxy.config.k8s.io/v1"');
  expect(said).toContain(left('kube-proxy'));
  expect(writtenProxy).toBe('');
});

// https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/addons/dns/dns.go
// `isCoreDNSConfigMapMigrationRequired`, `DeployedDNSAddon`
// Proves: clusters.control-plane
test.each<[string, 1 | 3, keyof typeof tools, readonly object[]]>([
  ['newer than it knows', 1, '1.35.4', [coreDns('coredns', 'v1.14.1')]],
  ['newer than it knows', 3, '1.34.4', [coreDns('coredns', 'v1.12.4')]],
  ['of a vendor', 3, '1.35.4', [coreDns('coredns', 'v1.13.1-r2')]],
  ['there twice', 1, '1.35.4', [coreDns('coredns', 'v1.13.1'), coreDns('second', 'v1.13.1')]],
])(
  'a CoreDNS that is %s makes no half-made machine, of %i control-plane machines with Kubernetes %s',
  async (_, replicas, kubernetes, found) => {
    prepare({ replicas, kubeProxyReplacement: false, kubernetes });
    deployments = found;
    const { code, said } = await machine.start();
    expect(code).toBe(0);
    expect(said).toContain(left('coredns'));
    expect(addonCalls()).toEqual([
      'kubeadm init phase addon kube-proxy',
      ...Array<string>(5).fill('kubeadm init phase addon coredns'),
    ]);
    expect(machine.calls()).toContain('systemctl enable --now strata-drain.service');
    expect(has('var/lib/strata/joined')).toBe(true);
    // The next boot does not try again.
    expect((await machine.start()).said).toMatch(/strata: this machine is a node already\n$/);
  },
);

test('addons that are missing are tried again after the next start, by a machine that is a node already', async () => {
  prepare({ replicas: 1, kubeProxyReplacement: false });
  machine.setVariables({ INDEX: 0, REPLICAS: 1, TIMEOUT_SECONDS: 0 });
  machine.play('kubectl', '');
  machine.play('kubeadm', 'case $* in "init phase addon "*) exit 1 ;; esac');
  const { code, said } = await machine.start();
  expect(code).toBe(1);
  expect(said).toMatch(
    /is a node of the cluster\n.*FAILED: installing kube-proxy: no success within 0 s; the lines above say why\n$/s,
  );
  expect(has('var/lib/strata/joined')).toBe(true);
  machine.play('kubeadm', '');
  const again = await machine.start();
  expect(again.code).toBe(0);
  expect(again.said).toContain('strata: this machine is a node already\n');
  expect(addonCalls().slice(-2)).toEqual([
    'kubeadm init phase addon kube-proxy',
    'kubeadm init phase addon coredns',
  ]);
});

test.each([
  ['worker', 0],
  ['control-plane', 1],
])('a %s with the number %i of three leaves addons alone', async (role, index) => {
  prepare({ replicas: 3, kubeProxyReplacement: false });
  machine.setVariables({ ROLE: role, INDEX: index });
  machine.write('etcd/10.20.0.11', '{"members":[]}');
  expect((await machine.start()).code).toBe(0);
  expect(addonCalls()).toEqual([]);
});
