// SPDX-License-Identifier: Apache-2.0
import type { ClusterReader } from '@strata/cluster-client';
import { askInfraCluster } from '@strata/cluster-client/ask-infra-cluster';
import { parse } from 'yaml';
import type {
  ClusterFacts,
  ClusterNetwork,
  HostFacts,
  InstalledOperator,
} from './cluster-facts.ts';
import { offeredDevices, ownDevices } from './device-facts.ts';
import type { KubevirtDevices, OfferingNode } from './device-facts.ts';
import { readFileImages, readImageImports } from './read-image-imports.ts';
import { readMachineCatalogue } from './read-machine-catalogue.ts';
import { readStorageFacts } from './read-storage-facts.ts';

interface List<T> {
  readonly items: readonly T[];
}

interface OperatorObject {
  readonly status?: Readonly<Record<string, string | number | undefined>>;
}

interface KubeProxyConfiguration {
  readonly mode?: string;
  readonly ipvs?: { readonly strictARP?: boolean };
}

const withoutV = (version: string | number | undefined) =>
  version === undefined || version === '' ? undefined : String(version).replace(/^v/, '');

/**
 * Returns the versions of an operator. KubeVirt and CDI name these status fields differently, but
 * with the same prefixes `observed` and `target`.
 */
function installed(list: List<OperatorObject> | undefined, suffix: string) {
  const status = list?.items[0]?.status;
  if (list?.items[0] === undefined) return undefined;
  const operator: InstalledOperator = {
    observed: withoutV(status?.[`observed${suffix}`]),
    target: withoutV(status?.[`target${suffix}`]),
  };
  return operator;
}

/**
 * Returns kube-proxy's mode, from the ConfigMap that kubeadm and KubeOne write.
 * @see https://kubernetes.io/docs/reference/config-api/kube-proxy-config.v1alpha1/
 */
function kubeProxy(map: { readonly data?: Readonly<Record<string, string>> } | undefined) {
  const text = map?.data?.['config.conf'];
  if (text === undefined) return undefined;
  const { mode, ipvs } = parse(text) as KubeProxyConfiguration;
  return {
    mode: mode === undefined || mode === '' ? 'iptables' : mode,
    strictARP: ipvs?.strictARP === true,
  };
}

interface AddressPoolObject {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly addresses: readonly string[] };
}

interface NodeObject extends CidrObject, OfferingNode {
  readonly metadata?: { readonly name?: string; readonly labels?: Record<string, string> };
}

function hostsOf(nodes: readonly NodeObject[]): HostFacts[] {
  return nodes
    .map(({ metadata }) => ({ name: metadata?.name ?? '', labels: metadata?.labels ?? {} }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

interface CidrObject {
  readonly spec?: { readonly cidrs?: readonly string[]; readonly podCIDRs?: readonly string[] };
}

interface ServiceObject {
  readonly spec?: {
    readonly clusterIPs?: readonly string[];
    readonly ports?: readonly { readonly port: number }[];
  };
}

interface SliceObject {
  readonly endpoints?: readonly { readonly addresses: readonly string[] }[];
  readonly ports?: readonly { readonly port?: number }[];
}

/**
 * Returns the addresses of the API server's Service and of its endpoints: depending on the network
 * plugin, a policy sees the one or the other.
 */
async function readApi({ get }: ClusterReader): Promise<ClusterNetwork['api']> {
  const [service, slices] = await Promise.all([
    get<ServiceObject>('/api/v1/namespaces/default/services/kubernetes'),
    get<List<SliceObject>>(
      '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Dkubernetes',
    ),
  ]);
  const behind = slices?.items ?? [];
  const addresses = [
    ...(service?.spec?.clusterIPs ?? []),
    ...behind.flatMap(({ endpoints = [] }) => endpoints.flatMap((one) => one.addresses)),
  ];
  const ports = [
    ...(service?.spec?.ports ?? []).map(({ port }) => port),
    ...behind.flatMap((slice) => (slice.ports ?? []).flatMap(({ port }) => port ?? [])),
  ];
  return {
    addresses: [...new Set(addresses)].sort(),
    ports: [...new Set(ports)].sort((one, other) => one - other),
  };
}

/**
 * Returns the networks of the cluster. ServiceCIDRs can be read from Kubernetes 1.33 on; every DNS
 * server keeps the Service name `kube-dns`.
 */
async function readNetwork(
  reader: ClusterReader,
  nodes: readonly NodeObject[],
): Promise<ClusterNetwork> {
  const { get } = reader;
  const [serviceCidrs, dns, api] = await Promise.all([
    get<List<CidrObject>>('/apis/networking.k8s.io/v1/servicecidrs'),
    get<ServiceObject>('/api/v1/namespaces/kube-system/services/kube-dns'),
    readApi(reader),
  ]);
  const sorted = (found: readonly string[]) => [...new Set(found)].sort();
  return {
    podCidrs: sorted(nodes.flatMap(({ spec }) => spec?.podCIDRs ?? [])),
    serviceCidrs: sorted((serviceCidrs?.items ?? []).flatMap(({ spec }) => spec?.cidrs ?? [])),
    dnsServers: dns?.spec?.clusterIPs ?? [],
    api,
  };
}

async function ask(reader: ClusterReader): Promise<ClusterFacts> {
  const { get } = reader;
  const nodes = (await get<List<NodeObject>>('/api/v1/nodes'))?.items ?? [];
  const [
    version,
    kubevirts,
    cdis,
    storage,
    proxy,
    whereabouts,
    network,
    machines,
    imageImports,
    fileImages,
    pools,
  ] = await Promise.all([
    get<{ readonly gitVersion: string }>('/version'),
    get<List<OperatorObject & KubevirtDevices>>('/apis/kubevirt.io/v1/kubevirts'),
    get<List<OperatorObject>>('/apis/cdi.kubevirt.io/v1beta1/cdis'),
    readStorageFacts(reader),
    get<{ readonly data?: Record<string, string> }>(
      '/api/v1/namespaces/kube-system/configmaps/kube-proxy',
    ),
    get('/apis/whereabouts.cni.cncf.io/v1alpha1'),
    readNetwork(reader, nodes),
    readMachineCatalogue(reader),
    readImageImports(reader),
    readFileImages(reader),
    get<List<AddressPoolObject>>('/apis/metallb.io/v1beta1/ipaddresspools'),
  ]);
  return {
    kubernetes: withoutV(version?.gitVersion)?.replace(/[-+].*$/, '') ?? '',
    hosts: hostsOf(nodes),
    offeredDevices: offeredDevices(nodes),
    ownDevices: ownDevices(kubevirts?.items[0]),
    kubevirt: installed(kubevirts, 'KubeVirtVersion'),
    cdi: installed(cdis, 'Version'),
    outdatedVirtualMachines: Number(
      kubevirts?.items[0]?.status?.outdatedVirtualMachineInstanceWorkloads ?? 0,
    ),
    machineCatalogue: machines,
    imageImports,
    fileImages,
    addressPools: (pools?.items ?? []).map(({ metadata: { name }, spec: { addresses } }) => ({
      name,
      addresses,
    })),
    ...storage,
    kubeProxy: kubeProxy(proxy),
    whereabouts: whereabouts !== undefined,
    network,
  };
}

/**
 * Reads from the infra cluster what it runs and offers; changes nothing.
 *
 * @param kubeconfig - with the credentials of the platform.
 * @throws RunError if the cluster cannot be reached in time, or refuses the request.
 */
export function readClusterFacts(
  kubeconfig: string,
  options: { readonly seconds?: number } = {},
): Promise<ClusterFacts> {
  return askInfraCluster(kubeconfig, ask, options);
}
