// SPDX-License-Identifier: Apache-2.0
import { type EquivalentMutant, filledList } from './equivalent-mutant.ts';

const of = (name: string) => `packages/user-cluster/src/${name}`;

/** Equivalent mutants of the namespaces of user clusters and of their walls and limits. */
export const equivalentInTenancy: readonly EquivalentMutant[] = [
  filledList(
    of('tenancy/outside.ts'),
    '...infra.hosts.flatMap(({ addresses = [] }) => addresses.map(cidrOf)),',
    'a text that is no address is no part of the internet',
  ),
  filledList(
    of('tenancy/outside.ts'),
    'return (clusterNetwork.api?.addresses ?? []).map(cidrOf);',
    'a text that is no address is in no range',
  ),
  filledList(
    of('tenancy/render-isolation.ts'),
    'const servers = [...platform.clusterNetwork.dnsServers, ...(cache === undefined ? [] : [cache])];',
    'a text that is no address is left out',
  ),
  {
    file: of('tenancy/render-isolation.ts'),
    lineText:
      'const servers = [...platform.clusterNetwork.dnsServers, ...(cache === undefined ? [] : [cache])];',
    was: 'cache === undefined',
    replacement: 'false',
    reason: 'what is no address is left out',
  },
  filledList(
    of('tenancy/check-mirrors.ts'),
    '({ cidr, except = [] }) =>',
    'no address is in a text that is no range',
  ),
  filledList(
    of('tenancy/check-mirrors.ts'),
    'const { binaries, registries = [] } = config.kubernetes ?? {};',
    'a text has no endpoint',
  ),
  filledList(
    of('tenancy/check-isolation.ts'),
    'const names = (config.isolation?.customNetworkPolicies ?? []).map(({ name }) => name);',
    'a text has no name, and every policy of Strata has one',
  ),
  filledList(
    of('tenancy/check-isolation.ts'),
    'return rules.flatMap((peers = [], rule) =>',
    'a text names no range',
  ),
  filledList(
    of('tenancy/check-isolation.ts'),
    'return (config.isolation?.registries.addresses ?? []).flatMap((address, index) =>',
    'a text that is no address is in no range',
  ),
  filledList(
    of('tenancy/machine-demand.ts'),
    'const { foundMachines = [], platform } = context;',
    'a text is a machine of no group',
  ),
  {
    file: of('tenancy/ground.ts'),
    lineText: 'const restricted = args.config.isolation.restrictControllers && api !== undefined;',
    was: 'api !== undefined',
    replacement: 'true',
    reason: 'an API whose addresses are not known may be at any address, either way',
  },
];
