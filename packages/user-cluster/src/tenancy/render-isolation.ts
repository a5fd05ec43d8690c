// SPDX-License-Identifier: Apache-2.0
import { isIP } from 'node:net';
import { volumeBackupJob } from '@strata/contracts';
import type { InfraOutputs } from '@strata/contracts';
import { infraControllers } from '@strata/contracts/accounts';
import type { ClusterContext } from '../cluster-context.ts';
import { allMachines } from '../machines/all-machines.ts';
import { machineDnsServers } from '../machines/dns-servers.ts';
import { backupPolicies, sameCluster } from './backup-policies.ts';
import { serverPolicies } from './server-policies.ts';
import { internet, placesOf } from './outside.ts';
import {
  cdiCopyPods,
  cdiPods,
  componentPods,
  host,
  inNamespace,
  machines,
  machinesOf,
  notMachines,
  notMachinesOrComponents,
  open,
  tcp,
  udp,
} from './policy-peers.ts';
import type { PolicySpec } from './policy-peers.ts';

/** Input of the isolation of one cluster. */
export interface IsolationContext extends ClusterContext {
  /** With the DNS cache of the hosts, if there is one. */
  readonly infra: ClusterContext['infra'] & Pick<InfraOutputs, 'dnsCache'>;
  /**
   * Addresses and ports of the infra cluster's API, for the cloud controller, the CSI driver and
   * snapshots of volumes, which are the only pods here that may reach it: those of its Service and of the
   * hosts behind it, because some CNIs see the one and some the other.
   *
   * @default any address at the two usual ports of an API server
   */
  readonly infraApi?: { readonly addresses: readonly string[]; readonly ports: readonly number[] };
}

/** Well-known ports of programs. */
export const ports = {
  /** Port of the cluster's API endpoint, and of kube-apiserver behind it. */
  api: 6443,
  dns: 53,
  ntp: 123,
  ssh: 22,
  /** Port of the bastion, which may not open a port below 1024. */
  bastion: 2222,
  /** Port of node-exporter on the VMs. */
  nodeMetrics: 9100,
  /** Port of CDI's importers, upload servers and clone sources. */
  cdi: 8443,
} as const;

/**
 * Range of node ports.
 *
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ `--service-node-port-range`
 */
const nodePorts = { port: 30_000, endPort: 32_767 };

/** Programs that give the user cluster load balancers and volumes. */
export const controllers = Object.values(infraControllers);

/** Name of the pod that forwards SSH. */
export const bastion = 'ssh-bastion';

export { namespaceLabels } from './namespace-labels.ts';

type Policies = Readonly<Record<string, PolicySpec>>;

/** Names that custom policies cannot have. */
export const policyNames = [
  'default-deny',
  'same-cluster',
  'dns',
  'machines',
  'api',
  'load-balancers',
  'image-import',
  'image-copy',
  'controllers',
  'ssh',
  'node-metrics',
] as const;

/**
 * Renders the policies that say what traffic a cluster's pods may have. The first policy denies
 * everything that no other allows, in both directions. No rule may be empty: an empty rule allows
 * everything.
 *
 * A CNI may judge traffic through a Service before or after it has replaced the Service's address by
 * that of a pod; so both addresses are allowed wherever that matters.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function renderIsolation(context: IsolationContext): Policies {
  const { customNetworkPolicies } = context.config.isolation;
  return {
    'default-deny': { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    ...sameCluster(context),
    dns: renderDns(context),
    machines: renderMachines(context),
    ...renderOpenPorts(context),
    ...renderImages(context),
    controllers: renderControllers(context),
    ...renderSsh(context),
    ...renderNodeMetrics(context),
    ...backupPolicies(context),
    ...renderVolumeBackup(context),
    ...serverPolicies(context),
    ...Object.fromEntries(customNetworkPolicies.map(({ name, spec }) => [name, spec])),
  };
}

const dnsPorts = [...udp(ports.dns), ...tcp(ports.dns)];
const dnsPods = (app: string) => inNamespace('kube-system', { matchLabels: { 'k8s-app': app } });

/**
 * The pods that answer at the address of the infra cluster's DNS: where Cilium redirects packets for it,
 * those are the caches, which have a label of their own.
 */
const infraDns = ({ infra }: IsolationContext) => [
  dnsPods('kube-dns'),
  ...(infra.dnsCache?.mode === 'redirect' ? [dnsPods('node-local-dns')] : []),
];

const addresses = (servers: readonly string[]) =>
  servers.filter((server) => isIP(server) !== 0).map(host);

/**
 * The infra cluster's servers, and the cache that kubelets name to pods instead of them, for the programs
 * and importers of Strata and CDI. Not for the bastion: it looks up the names of hosts that its users
 * choose, and so would tell them which there are.
 *
 * The cache has an address of the pod's own host. Canal judges it like any other address, and so does
 * Cilium with KubeOne's setting `policy-cidr-match-mode: nodes`.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/addons/cni-cilium/cilium-config-map.yaml
 */
function renderDns(context: IsolationContext): PolicySpec {
  const { config, infra, platform } = context;
  const { address: cache } = infra.dnsCache ?? {};
  const servers = [...platform.clusterNetwork.dnsServers, ...(cache === undefined ? [] : [cache])];
  const to = [...infraDns(context), ...addresses(servers)];
  const podSelector =
    config.access.ssh.via === 'bastion' ? notMachinesOrComponents(bastion) : notMachines;
  return { podSelector, policyTypes: ['Egress'], egress: [{ to, ports: dnsPorts }] };
}

/**
 * The servers that machines are told to ask, and no others: the infra cluster's know the names of
 * other clusters' Services, and a machine that asks somebody else has no business there.
 */
function machineDns(context: IsolationContext) {
  const kinds = allMachines(context.config).map(({ machine }) => machine);
  const servers = [...new Set(kinds.flatMap((kind) => machineDnsServers(kind, context)))];
  const known = context.platform.clusterNetwork.dnsServers;
  const asksInfra =
    kinds.some(({ dnsPolicy }) => dnsPolicy === 'ClusterFirst') ||
    servers.some((server) => known.includes(server));
  const to = [...(asksInfra ? infraDns(context) : []), ...addresses(servers)];
  // Nobody to ask must not become everybody.
  return to.length === 0 ? [] : [{ to, ports: dnsPorts }];
}

/** Returns the rule for the sources of images and packages. */
function registries(context: ClusterContext) {
  const { addresses, ports: numbers } = context.config.isolation.registries;
  const blocks = placesOf(addresses, context);
  return { to: blocks.map((ipBlock) => ({ ipBlock })), ports: tcp(...numbers) };
}

/**
 * Returns the rule for time servers. A server that is configured by its name may be anywhere on the
 * internet.
 */
function timeServers(context: ClusterContext) {
  const { ntp } = context.config.network;
  const addresses = ntp.filter((server) => isIP(server) !== 0).map(host);
  const isNamed = addresses.length < ntp.length || ntp.length === 0;
  const anywhere = isNamed ? [{ ipBlock: internet(context) }] : [];
  return { to: [...addresses, ...anywhere], ports: udp(ports.ntp) };
}

function endpoint({ config }: ClusterContext) {
  return { to: [host(config.controlPlane.endpoint.address)], ports: tcp(ports.api) };
}

function renderMachines(context: IsolationContext): PolicySpec {
  return {
    podSelector: machines,
    policyTypes: ['Egress'],
    egress: [...machineDns(context), endpoint(context), registries(context), timeServers(context)],
  };
}

/**
 * Renders what the cluster offers to the world: its API and the node ports behind its load balancers.
 */
function renderOpenPorts({ config }: ClusterContext): Policies {
  const { apiSources, loadBalancerSources } = config.isolation;
  const backends = [
    { protocol: 'TCP', ...nodePorts },
    { protocol: 'UDP', ...nodePorts },
  ];
  return {
    api: {
      podSelector: machinesOf('control-plane'),
      policyTypes: ['Ingress'],
      ingress: open(tcp(ports.api), apiSources),
    },
    'load-balancers': {
      podSelector: machinesOf('worker'),
      policyTypes: ['Ingress'],
      ingress: open(backends, loadBalancerSources),
    },
  };
}

/**
 * Renders how disks are filled. CDI asks importers for their progress, and so it does with the pods that send
 * and receive a volume where the storage cannot clone it; both are beside the source. A source that does not
 * answer counts as an error of the copy, and keeps CDI waiting. Only for storage without a CSI driver does
 * the sender stay beside a golden image while the receiver is here.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/clone/host-clone.go
 */
function renderImages(context: ClusterContext): Policies {
  const { goldenImages, namespaces } = context.platform;
  const fromCdi = inNamespace(namespaces.cdi ?? 'cdi');
  const imageNamespaces = [...new Set(goldenImages.map(({ namespace }) => namespace))];
  const senders = imageNamespaces.map((name) => inNamespace(name, cdiPods('cdi-clone-source')));
  return {
    'image-import': {
      podSelector: cdiPods('importer'),
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [fromCdi], ports: tcp(ports.cdi) }],
      egress: [registries(context)],
    },
    'image-copy': {
      podSelector: cdiCopyPods,
      policyTypes: ['Ingress'],
      ingress: [{ from: [fromCdi, ...senders], ports: tcp(ports.cdi) }],
    },
  };
}

/** Returns the rule for the API of the infra cluster. */
function toInfraApi({ infraApi }: IsolationContext) {
  const isKnown = infraApi !== undefined && infraApi.addresses.length > 0;
  const { addresses, ports: apiPorts } = isKnown ? infraApi : { addresses: [], ports: [443, 6443] };
  return addresses.length === 0
    ? { ports: tcp(...apiPorts) }
    : { to: addresses.map(host), ports: tcp(...apiPorts) };
}

function renderControllers(context: IsolationContext): PolicySpec {
  return {
    podSelector: componentPods(...controllers),
    policyTypes: ['Egress'],
    egress: [toInfraApi(context), endpoint(context)],
  };
}

/** Allows the pod that takes snapshots of volumes to ask the API of the infra cluster for them. */
function renderVolumeBackup(context: IsolationContext): Policies {
  if (context.config.backup?.volumes === undefined) return {};
  return {
    [volumeBackupJob]: {
      podSelector: componentPods(volumeBackupJob),
      policyTypes: ['Egress'],
      egress: [toInfraApi(context)],
    },
  };
}

/** Pods and port that each `via` opens; a `via` without them opens nothing. */
const sshTargets = {
  none: undefined,
  bastion: { podSelector: componentPods(bastion), port: ports.bastion },
  'node-port': { podSelector: machinesOf('control-plane'), port: ports.ssh },
  'load-balancer': { podSelector: machinesOf('control-plane'), port: ports.ssh },
  // No NetworkPolicy covers that interface.
  network: undefined,
} as const;

function renderSsh({ config }: ClusterContext): Policies {
  const { sources, via } = config.access.ssh;
  const target = sshTargets[via];
  if (target === undefined) return {};
  const { podSelector, port } = target;
  return {
    ssh: { podSelector, policyTypes: ['Ingress'], ingress: open(tcp(port), sources) },
  };
}

/**
 * Allows only Prometheus, at the one port of node-exporter. Kubelets of the cluster would ask for
 * credentials of the cluster, which the platform's monitoring must not hold.
 */
function renderNodeMetrics({ config, platform }: ClusterContext): Policies {
  if (!config.access.nodeMetrics || platform.monitoring === undefined) return {};
  const prometheus = { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } };
  return {
    'node-metrics': {
      podSelector: machines,
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [inNamespace(platform.monitoring.namespace, prometheus)],
          ports: tcp(ports.nodeMetrics),
        },
      ],
    },
  };
}
