// SPDX-License-Identifier: Apache-2.0
import { isIP } from 'node:net';
import type { Host, KubevirtStackOutputs } from '@strata/contracts';
import type { Connection, PolicyPod } from '@strata/network-policies';

/** A program, or an address, of a part of the platform, and where it listens. */
export interface PlatformTarget {
  /** Completes "TCP 8443 of". @default the address */
  readonly what?: string;
  /** A program in the pod network, or a range of addresses. */
  readonly to: Pick<PolicyPod, 'namespace' | 'labels'> | string;
  readonly protocol: Connection['protocol'];
  readonly port: number;
}

/** A part of the platform that machines of user clusters could reach. */
export interface PlatformPart {
  readonly name: string;
  /** Whether a key of a file says that machines may use it, so that a way there is meant. */
  readonly isOffered: boolean;
  readonly targets: readonly PlatformTarget[];
}

/** A program of a component in the pod network. */
interface PlatformProgram {
  readonly component: string;
  readonly program: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
  readonly source: string;
}

const kubevirt =
  'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components';
const cdi =
  'https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/operator/resources/namespaced';

/** Programs without the host's network; those with it are at the addresses of hosts. */
const platformPrograms: readonly PlatformProgram[] = [
  ...(['virt-api', 'virt-controller', 'virt-handler'] as const).map((program) => ({
    component: 'kubevirt',
    program,
    labels: { 'kubevirt.io': program },
    // The second one is for consoles.
    ports: program === 'virt-handler' ? [8443, 8186] : [8443],
    source: `${kubevirt}/deployments.go, daemonsets.go`,
  })),
  ...(['cdi-apiserver', 'cdi-deployment', 'cdi-uploadproxy'] as const).map((program) => ({
    component: 'cdi',
    program,
    labels: { 'cdi.kubevirt.io': program },
    ports: [8443],
    source: `${cdi}/networkpolicies.go`,
  })),
  {
    component: 'metallb',
    program: 'controller',
    labels: { app: 'metallb', component: 'controller' },
    ports: [9120, 9443],
    source: 'https://github.com/metallb/metallb/blob/v0.16.1/config/controllers/controller.yaml',
  },
  ...[
    { program: 'prometheus', port: 9090 },
    { program: 'alertmanager', port: 9093 },
    { program: 'grafana', port: 3000 },
    { program: 'kube-state-metrics', port: 8080 },
  ].map(({ port, program }) => ({
    component: 'prometheus-operator',
    program,
    labels: { 'app.kubernetes.io/name': program },
    ports: [port],
    source: 'packages/kubevirt-stack/src/monitoring',
  })),
];

/** Ports of a host: SSH, its kubelet, node-exporter, the first node port. */
const hostPorts = [22, 10_250, 9100, 30_000] as const;

const dnsPort = 53;
const httpsPort = 443;

const at = (what: string, to: PlatformTarget['to'], port: number): PlatformTarget => ({
  what,
  to,
  protocol: 'TCP',
  port,
});

function programsOf(platform: KubevirtStackOutputs): PlatformPart[] {
  const groups = Map.groupBy(platformPrograms, ({ component }) => component);
  return [...groups].flatMap(([component, programs]): PlatformPart[] => {
    const namespace = platform.namespaces[component];
    if (namespace === undefined) return [];
    const targets = programs.flatMap(({ labels, ports, program }) =>
      ports.map((port) => at(program, { namespace, labels }, port)),
    );
    const name = component === 'prometheus-operator' ? 'monitoring' : component;
    return [{ name, isOffered: false, targets }];
  });
}

/** Where the platform's registry mirror is, if it is known by its address. */
function mirrorTargets({ registryMirror }: KubevirtStackOutputs): PlatformTarget[] {
  if (registryMirror === undefined) return [];
  const { hostname, port } = new URL(`https://${registryMirror}`);
  return isIP(hostname) === 4
    ? [at(hostname, hostname, port === '' ? httpsPort : Number(port))]
    : [];
}

/** Returns the parts of a platform, with what machines could reach there. */
export function platformParts(
  platform: KubevirtStackOutputs,
  hosts: readonly Pick<Host, 'name' | 'addresses'>[],
): PlatformPart[] {
  const { api, dnsServers, serviceCidrs } = platform.clusterNetwork;
  const dnsPods = { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
  const parts: PlatformPart[] = [
    ...programsOf(platform),
    {
      name: 'infra-api',
      isOffered: false,
      targets: (api?.addresses ?? []).flatMap((address) =>
        (api?.ports ?? []).map((port) => at(address, address, port)),
      ),
    },
    {
      name: 'infra-services',
      isOffered: false,
      targets: serviceCidrs.flatMap((to) =>
        [80, httpsPort].map((port): PlatformTarget => ({ to, protocol: 'TCP', port })),
      ),
    },
    {
      name: 'hosts',
      isOffered: false,
      targets: hosts.flatMap(({ addresses = [], name }) =>
        addresses.flatMap((address) =>
          hostPorts.map((port) => at(`${name} (${address})`, address, port)),
        ),
      ),
    },
    { name: 'registry-mirror', isOffered: true, targets: mirrorTargets(platform) },
    {
      name: 'infra-dns',
      isOffered: true,
      targets: [
        { what: 'its pods', to: dnsPods, protocol: 'UDP', port: dnsPort },
        ...dnsServers.map((address) => ({
          what: address,
          to: address,
          protocol: 'UDP' as const,
          port: dnsPort,
        })),
      ],
    },
  ];
  return parts.filter(({ targets }) => targets.length > 0);
}
