// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans, formatPlanProblem } from '@strata/plan-check/address-plan';
import { findRelease, suggestion } from '@strata/contracts';
import { infraFactsFile } from '@strata/plan-check/infra-facts';
import { releaseContentFile } from '@strata/contracts/releases';
import { environmentVersions, PlanError, readRepository } from '@strata/plan-check';
import type { Environment, Fleet, Known, PlatformFacts, Ring } from '../model.ts';
import { collectAddresses } from './collect-addresses.ts';
import { collectCapacity } from './collect-capacity.ts';
import { collectClusters } from './collect-clusters.ts';
import { collectCost } from './collect-cost.ts';
import { collectDashboards } from './collect-dashboards.ts';
import { collectIsolation } from './collect-isolation.ts';
import { collectRings } from './collect-rings.ts';
import { collectVlans } from './collect-vlans.ts';
import { collectWays } from './collect-ways.ts';
import { environmentContext, required } from './environment-context.ts';
import type { EnvironmentContext } from './environment-context.ts';
import { environmentRecords } from '../records/index.ts';
import { known } from './known.ts';
import { launcherUpdate } from './launcher-update.ts';
import { nextPlatformHop } from './next-hop.ts';

function infraKubernetes({ files, infra }: EnvironmentContext): Environment['kubernetes'] {
  return known(() => {
    const { infraFile = '', infraKubernetes: stated } = environmentVersions(files);
    if (stated !== undefined) {
      return { version: stated, source: { file: infraFile, key: 'config.infra:kubeone.version' } };
    }
    const source = { file: infraFactsFile(files.name), key: 'kubernetes' };
    return { version: required(infra).kubernetes, source };
  });
}

function platformFacts(context: EnvironmentContext): PlatformFacts {
  const { files } = context;
  const { platformFile, release } = environmentVersions(files);
  if (platformFile === undefined) {
    throw new PlanError(`stacks/kubevirt-stack/Pulumi.${files.name}.yaml is missing`);
  }
  const contents = findRelease(release);
  if (contents === undefined) {
    throw new PlanError(`${platformFile} names a release that Strata does not know`);
  }
  const { cdi, kubevirt } = contents.components;
  const kubernetes = required(infraKubernetes(context)).version;
  return {
    release,
    kubevirt: kubevirt.version,
    cdi: cdi.version,
    contents: { file: releaseContentFile(release), key: 'components' },
    next: nextPlatformHop(release, kubernetes),
    runsOn: { oldest: contents.kubernetes.oldest, newest: contents.kubernetes.newest },
    ...(context.platformConfig.value && {
      launcherUpdate: launcherUpdate(context.platformConfig.value),
    }),
    ways: collectWays(context, kubernetes),
    source: { file: platformFile, key: 'config.kubevirt-stack:release' },
  };
}

function environmentOf(context: EnvironmentContext, rings: Known<readonly Ring[]>): Environment {
  const { name, unread } = context.files;
  const ring = rings.value?.find(({ environments }) => environments.includes(name))?.name;
  const cost = collectCost(context);
  const dashboards = collectDashboards(context);
  return {
    name,
    ...(ring !== undefined && { ring }),
    platform: known(() => platformFacts(context)),
    kubernetes: infraKubernetes(context),
    capacity: known(() => collectCapacity(context)),
    ...(cost && { cost }),
    clusters: collectClusters(context),
    records: environmentRecords({ root: context.root, environment: name, now: context.now }),
    isolation: known(() => collectIsolation(context)),
    addresses: collectAddresses(context.files),
    vlans: collectVlans(context),
    ...(dashboards && { dashboards }),
    ...(unread && { unread: unread.map(formatPlanProblem) }),
  };
}

/**
 * Collects everything that the page shows, only from the files of a repository.
 *
 * @param names - names of environments. Default: all.
 * @param now - for maintenance windows and ends of clusters. Default: the present time.
 * @throws PlanError naming an unknown environment.
 */
export function collectFleet(
  root: string,
  names: readonly string[] = [],
  now: Date = new Date(),
): Fleet {
  const { environments, problems } = readRepository(root);
  const all = environments.map(({ name }) => name);
  const stranger = names.find((name) => !all.includes(name));
  if (stranger !== undefined) {
    throw new PlanError(`there is no environment "${stranger}"; ${suggestion(stranger, all)}`);
  }
  const rings = known(() => collectRings(root, now));
  const wanted = environments.filter(({ name }) => names.length === 0 || names.includes(name));
  return {
    rings,
    environments: wanted.map((files) => environmentOf(environmentContext(root, files, now), rings)),
    contradictions: [...problems, ...checkAddressPlans(environments)].map(({ file, path }) => ({
      file,
      key: path,
    })),
  };
}
