// SPDX-License-Identifier: Apache-2.0
import { contains, parseRange, suggestion, unusableRange } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { ipVersion } from '@strata/contracts/fields';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { ControlPlaneConfig } from '../config/index.ts';
import { machineSize, passesCards } from '../machines/index.ts';

type Part = (controlPlane: ControlPlaneConfig, context: CheckContext) => Problem[];

const path = (...keys: (string | number)[]) => ['controlPlane', ...keys];

/** Returns why a number of control-plane VMs is refused; undefined for 1 and 3. */
function replicasProblem(replicas: number): string | undefined {
  if (replicas === 1 || replicas === 3) return undefined;
  if (replicas === 2) {
    return (
      '2 control-plane nodes lose quorum as soon as either is away, so they are less available ' +
      'than 1; take 1 or 3'
    );
  }
  return `expected 1 or 3 control-plane nodes, got ${replicas}; more than 3 make etcd slower, not safer`;
}

const checkReplicas: Part = ({ replicas }) => {
  const message = replicasProblem(replicas);
  return message === undefined ? [] : [{ path: path('replicas'), message }];
};

/** Reports peers that are missing for 3 VMs, and peers of a single VM. */
const checkPeers: Part = ({ replicas, peers }) => {
  if (replicas === 1 && peers !== undefined) {
    return [
      { path: path('peers'), message: 'a single control-plane node has no peers; leave it out' },
    ];
  }
  if (replicas === 3 && peers === undefined) {
    return [
      {
        path: path('peers'),
        message:
          'etcd members find each other by addresses that never change, and addresses of the pod ' +
          'network change with every restart; name a network of the platform and 3 free addresses in it',
      },
    ];
  }
  return [];
};

const checkPeerNetwork: Part = ({ peers, interfaces }, { config, platform }) => {
  if (peers === undefined) return [];
  const vlans = config.network?.vlans ?? [];
  const known = [...platform.networks, ...vlans].map(({ name }) => name);
  const message = !known.includes(peers.network)
    ? `there is no network "${peers.network}"; ${suggestion(peers.network, known)}`
    : interfaces.some(({ network }) => network === peers.network)
      ? `every control-plane node has an interface in "${peers.network}" already; take it out of interfaces`
      : passesCards(peers.network, platform)
        ? `"${peers.network}" passes a card through, whose name in the guest nobody knows before it is there; take a VLAN or a bridge`
        : undefined;
  return message === undefined ? [] : [{ path: path('peers', 'network'), message }];
};

/** Returns whether a text is an IPv4 address with a prefix length from 8 to 30. */
function isPeerAddress(text: string): boolean {
  const [address = '', length = '', ...more] = text.split('/');
  return ipVersion(address) === 4 && more.length === 0 && /^([89]|[12]\d|30)$/.test(length);
}

/** Returns what is wrong with one address, given those before it; undefined if nothing is. */
function addressProblem(text: string, before: readonly string[]): string | undefined {
  if (!isPeerAddress(text)) return `expected an address like "10.20.0.11/24", got "${text}"`;
  const [first = text] = before;
  if (before.some((other) => other.split('/')[0] === text.split('/')[0])) {
    return `another control-plane node has ${text} already`;
  }
  const [subnet, range] = [parseRange(first), parseRange(text.split('/')[0] ?? '')];
  if (subnet === undefined || range === undefined) return undefined;
  if (!contains(subnet, range)) return `${text} is not in the same subnet as ${first}`;
  if (text.split('/')[1] !== first.split('/')[1]) {
    return `${text} has another prefix length than ${first}; all peers are in one subnet`;
  }
  if (range.first === subnet.first || range.last === subnet.last) {
    return `${text} is the ${range.first === subnet.first ? 'first' : 'last'} address of its subnet, which no machine can have`;
  }
  const reserved = unusableRange(range);
  return reserved && `${text} is in ${reserved.cidr}, ${reserved.what}, where no machine can be`;
}

const checkPeerAddresses: Part = ({ replicas, peers }) => {
  if (peers === undefined) return [];
  const { addresses } = peers;
  const count: Problem[] =
    replicas !== 3 || addresses.length === replicas
      ? []
      : [
          {
            path: path('peers', 'addresses'),
            message: `expected ${replicas} addresses, one for each control-plane node, got ${addresses.length}`,
          },
        ];
  const each = addresses.flatMap((address, index) => {
    const message = addressProblem(address, addresses.slice(0, index));
    return message === undefined ? [] : [{ path: path('peers', 'addresses', index), message }];
  });
  return [...count, ...each];
};

/**
 * Sizes below which kubeadm ends before it makes anything; of memory it wants 1700 MB, and a guest sees
 * less than it has.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/constants/constants.go `ControlPlaneNumCPU`, `ControlPlaneMem`
 */
const leastSize = { cpu: 2, memoryGiB: 2 };

/** Reports machines on which kubeadm would make no control plane. */
const checkSize: Part = (controlPlane, { platform }) => {
  const size = machineSize(controlPlane, platform);
  if (size === undefined) return [];
  const { instancetype, memoryMiB } = controlPlane;
  const said = instancetype === undefined ? '' : ` of "${instancetype}"`;
  const at = (key: string) => path(instancetype === undefined ? key : 'instancetype');
  const { cpu, memoryGiB } = size;
  const problems: Problem[] = [];
  if (cpu < leastSize.cpu) {
    const message = `kubeadm makes no control plane with ${cpu} CPU${said}; take ${leastSize.cpu} or more`;
    problems.push({ path: at('cpu'), message });
  }
  if (memoryGiB < leastSize.memoryGiB) {
    const message = `kubeadm makes no control plane with ${memoryGiB} GiB of memory${said}; take ${leastSize.memoryGiB} or more`;
    problems.push({ path: at(memoryMiB === undefined ? 'memoryGiB' : 'memoryMiB'), message });
  }
  return problems;
};

const parts: readonly Part[] = [
  checkReplicas,
  checkSize,
  checkPeers,
  checkPeerNetwork,
  checkPeerAddresses,
];

/**
 * Returns the problems of the control plane, except those of its VMs ({@link checkMachines}) and its
 * address ({@link checkAddresses}).
 */
export const checkControlPlane: Check = (context) => {
  const { controlPlane } = context.config;
  return controlPlane === undefined ? [] : parts.flatMap((part) => part(controlPlane, context));
};
