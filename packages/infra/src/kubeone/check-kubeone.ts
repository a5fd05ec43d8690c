// SPDX-License-Identifier: Apache-2.0
import {
  clusterPrefixes,
  isInside,
  minorOf,
  minorsAhead,
  overlaps,
  parseRange,
  releases,
  supportsKubernetes,
  unusableRange,
} from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { ipVersion } from '@strata/contracts/fields';
import type { HostConfig, InfraConfig, KubeoneConfig } from '../config/index.ts';
import { checkImageRegistry } from './check-image-registry.ts';
import { checkRegistries } from './check-registries.ts';
import { kubeoneRelease } from './kubeone-releases.ts';
import { usualPods } from './usual-pods.ts';

type Hosts = readonly HostConfig[];

/** Numbers of control planes for which etcd keeps a quorum. */
const quorums = [1, 3, 5];

function checkCounts(hosts: Hosts): Problem[] {
  const count = hosts.filter(({ role }) => role === 'control-plane').length;
  if (quorums.includes(count)) return [];
  return [
    {
      path: ['hosts'],
      message: `${count} hosts have the role control-plane; etcd keeps a quorum with 1, 3 or 5`,
    },
  ];
}

/** Fields of hosts whose values must be unique. */
const uniqueFields = ['name', 'publicAddress', 'privateAddress'] as const;

function checkUnique(hosts: Hosts): Problem[] {
  return uniqueFields.flatMap((field) =>
    hosts.flatMap((host, index): Problem[] => {
      const value = host[field];
      const first = hosts.findIndex((other) => other[field] === value);
      if (value === undefined || first === index) return [];
      return [{ path: ['hosts', index, field], message: `hosts[${first}] has ${value} already` }];
    }),
  );
}

function checkVersion(version: string): Problem[] {
  const path = ['kubeone', 'version'];
  const minor = minorOf(version);
  const { oldest, newest } = kubeoneRelease.kubernetes;
  const isKnown = minorsAhead(minor, oldest) >= 0 && minorsAhead(newest, minor) >= 0;
  if (!isKnown) {
    const message = `KubeOne ${kubeoneRelease.minor} installs Kubernetes ${oldest} to ${newest}, not ${minor}`;
    return [{ path, message }];
  }
  if (releases.some((release) => supportsKubernetes(release, minor))) return [];
  const newestRun = releases.map(({ kubernetes }) => kubernetes.newest).at(-1) ?? '';
  const message = `no release of the platform runs on Kubernetes ${minor}; the newest is ${newestRun}`;
  return [{ path, message }];
}

/** Reports hosts whose nodes would have an IPv6 address, which no kube-apiserver with IPv4 Services starts with. */
function checkFamily(hosts: Hosts): Problem[] {
  return hosts.flatMap(({ privateAddress, publicAddress }, index): Problem[] => {
    const address = privateAddress ?? publicAddress;
    if (ipVersion(address) === 4) return [];
    const message =
      `${address} is an IPv6 address, and clusters that KubeOne makes here have IPv4; ` +
      'give an IPv4 address as privateAddress (SSH may use IPv6)';
    return [{ path: ['hosts', index, 'privateAddress'], message }];
  });
}

/** Returns which subnet of the cluster has an address, if any. */
function subnetOf(address: string, network: KubeoneConfig['network']) {
  return (['podSubnet', 'serviceSubnet'] as const).find((name) => isInside(address, network[name]));
}

function checkSubnets({ network }: KubeoneConfig, hosts: Hosts): Problem[] {
  const pods = parseRange(network.podSubnet);
  const services = parseRange(network.serviceSubnet);
  if (pods === undefined || services === undefined) return [];
  const shared = overlaps(pods, services)
    ? [
        {
          path: ['kubeone', 'network', 'serviceSubnet'],
          message: `has addresses of podSubnet ${network.podSubnet}; give ranges without a common address`,
        },
      ]
    : [];
  const taken = hosts.flatMap(({ publicAddress, privateAddress }, index): Problem[] => {
    const address = privateAddress ?? publicAddress;
    const inside = subnetOf(address, network);
    if (inside === undefined) return [];
    const path = [
      'hosts',
      index,
      privateAddress === undefined ? 'publicAddress' : 'privateAddress',
    ];
    return [
      {
        path,
        message: `${address} is in kubeone.network.${inside} ${network[inside]}; give another range`,
      },
    ];
  });
  return [...shared, ...taken, ...checkSubnetSizes(network)];
}

/**
 * Prefix length with which kubeadm checks the pod subnet where it is told none.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/apis/kubeadm/validation/validation.go `getClusterNodeMask`
 */
const kubeadmPrefixLength = 24;

type Found = readonly [key: string, message: string | false];

/**
 * Finds pod subnets that kubeadm refuses. KubeOne tells kubeadm the prefix length of nodes, but not with
 * Cilium, which gives nodes their addresses itself.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/templates/kubeadm/v1beta4/kubeadm.go `addControllerManagerNetworkArgs`
 */
function podShares({ cni, nodePrefixLength, podSubnet }: KubeoneConfig['network']): Found[] {
  const { mostShareBits } = clusterPrefixes;
  const bits = Number(podSubnet.split('/')[1]);
  if (cni.name !== 'cilium') {
    return [
      [
        'nodePrefixLength',
        nodePrefixLength - bits > mostShareBits &&
          `a /${nodePrefixLength} for each node is more than ${mostShareBits} bits away from ${podSubnet}, which kubeadm refuses; ` +
            `take ${bits + mostShareBits} or less, or a smaller podSubnet`,
      ],
    ];
  }
  const longest = kubeadmPrefixLength;
  const shortest = kubeadmPrefixLength - mostShareBits;
  return [
    [
      'podSubnet',
      (bits < shortest || bits > longest) &&
        `kubeadm refuses ${podSubnet}: with Cilium it counts with a /${kubeadmPrefixLength} for each node, whatever nodePrefixLength says; take a range from /${shortest} to /${longest}`,
    ],
  ];
}

/** Reports subnets that kubeadm refuses on the first host, and subnets that nobody can have. */
function checkSubnetSizes(network: KubeoneConfig['network']): Problem[] {
  const { shortestOfServices } = clusterPrefixes;
  const { podSubnet, serviceSubnet } = network;
  const bitsOf = (subnet: string) => Number(subnet.split('/')[1]);
  const found: Found[] = [
    ['podSubnet', unusable(podSubnet)],
    ['serviceSubnet', unusable(serviceSubnet)],
    [
      'serviceSubnet',
      bitsOf(serviceSubnet) < shortestOfServices &&
        `${serviceSubnet} has more addresses than Kubernetes takes; take a /${shortestOfServices} or a smaller range`,
    ],
    ...podShares(network),
  ];
  return found.flatMap(([key, message]) =>
    message === false ? [] : [{ path: ['kubeone', 'network', key], message }],
  );
}

function unusable(subnet: string): string | false {
  const range = parseRange(subnet);
  const other = range && unusableRange(range);
  return (
    other !== undefined &&
    `${subnet} overlaps ${other.cidr}, ${other.what}; take a range that nobody has`
  );
}

function checkNodeShare({ network }: KubeoneConfig, hosts: Hosts): Problem[] {
  const bits = Number(network.podSubnet.split('/')[1]);
  const room = network.nodePrefixLength <= bits ? 0 : 2 ** (network.nodePrefixLength - bits);
  if (room >= hosts.length && room > 0) return [];
  return [
    {
      path: ['kubeone', 'network', 'podSubnet'],
      message:
        `${network.podSubnet} has room for ${room} nodes with a /${network.nodePrefixLength} each, ` +
        `there are ${hosts.length} hosts; give a shorter prefix`,
    },
  ];
}

/** Addresses of a node's share that no pod gets: the network, broadcast and the node's own. */
const keptAddresses = 3;

/** Reports hosts that may have more pods than their share of the pod addresses. */
function checkPods({ network }: KubeoneConfig, hosts: Hosts): Problem[] {
  if (network.cni.name === 'external') return [];
  const room = 2 ** (32 - network.nodePrefixLength) - keptAddresses;
  return hosts.flatMap(({ maxPods = usualPods, name }, index) => {
    if (maxPods <= room) return [];
    const message = `${name} may have ${maxPods} pods, and its /${network.nodePrefixLength} has room for ${room}; give fewer pods, or a smaller kubeone.network.nodePrefixLength`;
    return [{ path: ['hosts', index, 'maxPods'], message }];
  });
}

/** Rejects options of Cilium that are set with another CNI. */
function checkCni({ network: { cni } }: KubeoneConfig): Problem[] {
  const path = ['kubeone', 'network', 'cni'];
  return (['kubeProxyReplacement', 'hubble'] as const).flatMap((option) =>
    cni[option] && cni.name !== 'cilium'
      ? [{ path: [...path, option], message: `is an option of cilium, not of ${cni.name}` }]
      : [],
  );
}

/** Port of each API server: KubeOne sets no other one. @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/templates/kubeadm/v1beta4/kubeadm.go#L499 */
const apiPort = 6443;

function checkEndpoint({ apiEndpoint, network }: KubeoneConfig, hosts: Hosts): Problem[] {
  const path = ['kubeone', 'apiEndpoint', 'host'];
  const inside = subnetOf(apiEndpoint.host, network);
  if (inside !== undefined) {
    const message = `${apiEndpoint.host} is in kubeone.network.${inside} ${network[inside]}; give an address of the hosts' network`;
    return [{ path, message }];
  }
  const planes = hosts.filter(({ role }) => role === 'control-plane');
  const owner = planes.find(({ publicAddress, privateAddress }) =>
    [publicAddress, privateAddress].includes(apiEndpoint.host),
  );
  if (owner === undefined) return [];
  if (planes.length < 2) {
    if (apiEndpoint.port === apiPort) return [];
    const message = `${apiEndpoint.port} is no port of ${owner.name}, whose API server KubeOne has listen on ${apiPort}; give ${apiPort}, or the address of a load balancer in front of it`;
    return [{ path: ['kubeone', 'apiEndpoint', 'port'], message }];
  }
  return [
    {
      path,
      message:
        `is the address of ${owner.name} alone, and the API would end with that host; ` +
        'give a load balancer or a virtual address in front of all control planes',
    },
  ];
}

function checkReset(kubeone: KubeoneConfig, environment: string): Problem[] {
  const { allowReset, allowResetOf, name = environment } = kubeone;
  const path = ['kubeone', 'allowResetOf'];
  if (!allowReset && allowResetOf === undefined) return [];
  if (!allowReset) {
    return [{ path, message: 'has no effect without allowReset: true; remove it, or set both' }];
  }
  if (allowResetOf === name) return [];
  const message =
    `repeat the cluster's name ${name} to allow that pulumi destroy erases it, ` +
    'or remove allowReset';
  return [{ path, message }];
}

/**
 * Reports every problem of a `provisioner: kubeone` configuration that its schema cannot find. It
 * runs before KubeOne's own loader checks the manifest.
 */
export function checkKubeone(config: Partial<InfraConfig>, environment: string): Problem[] {
  const { kubeone, hosts = [] } = config;
  if (kubeone === undefined) return [...checkCounts(hosts), ...checkUnique(hosts)];
  return [
    ...checkCounts(hosts),
    ...checkUnique(hosts),
    ...checkVersion(kubeone.version),
    ...checkEndpoint(kubeone, hosts),
    ...checkFamily(hosts),
    ...checkSubnets(kubeone, hosts),
    ...checkNodeShare(kubeone, hosts),
    ...checkPods(kubeone, hosts),
    ...checkCni(kubeone),
    ...checkRegistries(kubeone),
    ...checkImageRegistry(kubeone),
    ...checkReset(kubeone, environment),
  ];
}
