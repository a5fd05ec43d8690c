// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { SriovPolicyConfig } from './config/index.ts';
import { discovery } from './discovery.ts';
import { capableHosts } from './sriov-policies.ts';

/** Name of the policy that the operator ignores (DefaultPolicyName). */
const ignoredName = 'default';

/** How many virtual functions a card of Mellanox has at most (MlxMaxVFs). */
const mellanox = { vendor: '15b3', functions: 128 } as const;

/** Virtual functions of a card that a policy takes. */
interface TakenFunctions {
  /** Name of the physical function. */
  readonly card: string;
  readonly first: number;
  readonly last: number;
  /** Whether the policy says which; otherwise it takes all that it makes. */
  readonly isRange: boolean;
}

/** Returns the functions that an entry of `pfNames` stands for. */
function takenFunctions(text: string, { numVfs }: SriovPolicyConfig): TakenFunctions {
  const [card = '', range] = text.split('#');
  if (range === undefined) return { card, first: 0, last: numVfs - 1, isRange: false };
  const [first = 0, last = 0] = range.split('-').map(Number);
  return { card, first, last, isRange: true };
}

/** Returns whether there can be a host that both policies select. */
function canMeet(
  { nodeSelector: one = capableHosts }: SriovPolicyConfig,
  { nodeSelector: other = capableHosts }: SriovPolicyConfig,
): boolean {
  const labels: Readonly<Record<string, string>> = other;
  return Object.entries(one).every(([key, value]) => (labels[key] ?? value) === value);
}

function rangeProblems(policy: SriovPolicyConfig): Problem[] {
  return (policy.nicSelector.pfNames ?? []).flatMap((text, index): Problem[] => {
    const { first, last } = takenFunctions(text, policy);
    const path = ['nicSelector', 'pfNames', index];
    if (last < first) return [{ path, message: `"${text}" ends before it begins` }];
    return last < policy.numVfs
      ? []
      : [
          {
            path,
            message: `"${text}" ends after the last function, which is ${policy.numVfs - 1}: numVfs is ${policy.numVfs}, and counting begins at 0`,
          },
        ];
  });
}

/**
 * Reports functions that an earlier policy takes on the same hosts. The operator keeps those of one of
 * the two, and the resource of the other has none there. Of two policies for whole cards, `priority`
 * says which one counts.
 */
function overlapProblems(policy: SriovPolicyConfig, other: SriovPolicyConfig): Problem[] {
  const equal = policy.priority === other.priority;
  const taken = (other.nicSelector.pfNames ?? []).map((text) => takenFunctions(text, other));
  return (policy.nicSelector.pfNames ?? []).flatMap((text, index): Problem[] => {
    const own = takenFunctions(text, policy);
    const clash = taken.find(
      ({ card, first, last, isRange }) =>
        card === own.card &&
        first <= own.last &&
        own.first <= last &&
        (isRange || own.isRange || equal),
    );
    if (clash === undefined) return [];
    return [
      {
        path: ['nicSelector', 'pfNames', index],
        message: `the policy "${other.name}" takes functions ${clash.first} to ${clash.last} of "${own.card}" on the same hosts, and this one ${own.first} to ${own.last}; one of them would get none`,
      },
    ];
  });
}

/** Reports cards, by their address, that an earlier policy divides with the same priority. */
function rootDeviceProblems(policy: SriovPolicyConfig, other: SriovPolicyConfig): Problem[] {
  const { pfNames, rootDevices = [] } = policy.nicSelector;
  const isByName = pfNames !== undefined || other.nicSelector.pfNames !== undefined;
  if (isByName || policy.priority !== other.priority) return [];
  return rootDevices.flatMap((device, index) =>
    other.nicSelector.rootDevices?.includes(device) === true
      ? [
          {
            path: ['nicSelector', 'rootDevices', index],
            message: `the policy "${other.name}" divides "${device}" on the same hosts, too; give the one that counts a lower priority`,
          },
        ]
      : [],
  );
}

function policyProblems(
  policy: SriovPolicyConfig,
  earlier: readonly SriovPolicyConfig[],
  operators: readonly string[],
): Problem[] {
  const { name, nicSelector, nodeSelector, numVfs } = policy;
  const problems: Problem[] = [];
  if (name === ignoredName) {
    const message = `"${name}" is the name of a policy that the operator ignores; choose another`;
    problems.push({ path: ['name'], message });
  }
  if (earlier.some((other) => other.name === name)) {
    problems.push({ path: ['name'], message: `"${name}" exists already; choose another` });
  }
  if (Object.keys(nicSelector).length === 0) {
    const message = 'selects every card; give a vendor, deviceID, pfNames or rootDevices';
    problems.push({ path: ['nicSelector'], message });
  }
  if (nodeSelector === undefined && !operators.includes(discovery)) {
    const message = `say which hosts, or add "${discovery}", which labels those with such a card`;
    problems.push({ path: ['nodeSelector'], message });
  }
  if (nicSelector.vendor === mellanox.vendor && numVfs > mellanox.functions) {
    const message = `cards of the vendor "${mellanox.vendor}" have ${mellanox.functions} at most`;
    problems.push({ path: ['numVfs'], message });
  }
  const neighbours = earlier.filter((other) => canMeet(policy, other));
  return [
    ...problems,
    ...rangeProblems(policy),
    ...neighbours.flatMap((other) => overlapProblems(policy, other)),
    ...neighbours.flatMap((other) => rootDeviceProblems(policy, other)),
  ];
}

/**
 * Checks policies for network cards. The webhook of the operator that would check them is switched off,
 * and one range that the operator cannot read ends its work on all hosts and policies.
 *
 * @param operators - all that are installed.
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/pkg/webhook/validate.go
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/controllers/sriovnetworknodepolicy_controller.go (syncSriovNetworkNodeState)
 */
export function checkSriovPolicies(
  policies: readonly SriovPolicyConfig[],
  operators: readonly string[],
): Problem[] {
  return policies.flatMap((policy, index) =>
    policyProblems(policy, policies.slice(0, index), operators).map(({ path, message }) => ({
      path: ['sriov', 'policies', index, ...path],
      message,
    })),
  );
}
