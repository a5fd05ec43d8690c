// SPDX-License-Identifier: Apache-2.0
import { stackFile, vlanOwners, vlanRefusals } from '@strata/contracts';
import type { AddressPlan } from '@strata/plan-check/address-plan';
import type { GivenVlans, VlanPromises } from '@strata/contracts';
import { stringify } from 'yaml';

/** Inputs for choosing a VLAN. */
export interface VlanQuestion {
  readonly environment: string;
  readonly cluster: string;
  /** Undefined: clusters of the environment have none of their own. */
  readonly plan: AddressPlan['vlans'];
  /** VLANs that clusters of the environment have. */
  readonly used: readonly number[];
  /** Undefined: there is no file of the platform, or one with mistakes. */
  readonly promises: VlanPromises | undefined;
  /** Whether the platform's file has `kubevirt-stack:tenants.vlans`. */
  readonly isListed: boolean;
}

/** Facts about the VLANs of a platform whose file states none. */
const nothing: VlanPromises = { taken: [], open: [], bridges: [] };

/** The numbers of a plan that nobody uses, in their order. */
function freeNumbers({ plan, used }: VlanQuestion): number[] {
  if (plan === undefined) return [];
  const all = Array.from({ length: plan.last - plan.first + 1 }, (_, step) => plan.first + step);
  return all.filter((number) => !used.includes(number));
}

/** The words that name the entry which the platform's file lacks. */
function missingGrant(
  { cluster, environment, isListed, plan, promises = nothing }: VlanQuestion,
  grant: GivenVlans,
): string {
  const entries = isListed ? [grant] : [...(promises.given ?? []), grant];
  const does = isListed ? 'adds one to' : 'sets';
  const why = isListed
    ? ''
    : '; once there is such a list, clusters may have no others, so those that they may have now are in it';
  const file = stackFile({ project: 'kubevirt-stack', stack: environment });
  const text = stringify(entries).trimEnd().replaceAll(/^/gm, '      ');
  return (
    `The platform of "${environment}" gives the cluster "${cluster}" no free VLAN of "${grant.bridge}" from ${plan?.first} to ${plan?.last}. ` +
    `Whoever owns it ${does} kubevirt-stack:tenants.vlans in ${file}${why}:\n\n${text}\n\n` +
    'Once that is merged and up, call the generator again.'
  );
}

/**
 * The first free VLAN of the address plan that the cluster may have; one that is bound to it before
 * one that all may have. What the platform gives to whom is not for a generator to change: it is a
 * right, of another stack, and others decide on it.
 *
 * @returns undefined when the plan has run out of VLANs that somebody could give to the cluster.
 * @throws Error naming the entry of `tenants.vlans` that is missing.
 */
export function chooseVlan(question: VlanQuestion): number | undefined {
  const { cluster, plan, promises = nothing } = question;
  const bridge = plan?.bridge ?? '';
  const candidates = freeNumbers(question).map((vlan) => ({
    vlan,
    refusals: vlanRefusals(promises, cluster, { bridge, vlan }),
    owners: vlanOwners(promises.given ?? [], { bridge, vlan }),
  }));
  const given = candidates.filter(({ refusals }) => Object.keys(refusals).length === 0);
  const own = given.find(({ owners }) => owners.includes(cluster));
  const chosen = own ?? given[0];
  if (chosen !== undefined) return chosen.vlan;
  const nobodys = candidates.find(
    ({ owners, refusals }) => refusals.ungiven !== undefined && owners.length === 0,
  );
  if (nobodys === undefined) return undefined;
  throw new Error(missingGrant(question, { bridge, ids: [nobodys.vlan], boundTo: cluster }));
}
