// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { isOffline } from '@strata/contracts';
import { infraProviderArgs, rejectProblems } from '@strata/contracts/program';
import type { ExportedOutputs, infraOutputs, RawConfig } from '@strata/contracts';
import { encryptingServers } from './cluster/encrypting-servers.ts';
import { installedKubevirt } from './cluster/installed-kubevirt.ts';
import type { InfraConfig } from './config/index.ts';
import { readExistingCluster } from './existing-cluster.ts';
import { hostSettings } from './host-settings.ts';
import { joiningHosts } from './joining-hosts.ts';
import { checkEncryption } from './kubeone/check-encryption.ts';
import { checkExpulsions } from './kubeone/check-expulsions.ts';
import { checkPlatform } from './kubeone/check-platform.ts';
import { checkUpgrade } from './kubeone/check-upgrade.ts';
import type { FixedValues } from './kubeone/fixed-settings.ts';
import { checkFixed } from './kubeone/fixed-settings.ts';
import { joinWarning, kubeoneWarnings } from './kubeone/kubeone-warnings.ts';
import { encryptsAsWanted } from './kubeone/late-settings.ts';
import type { LateDigests } from './kubeone/late-settings.ts';
import { readLastRun } from './last-run.ts';
import type { LastRun } from './last-run.ts';
import { lostHosts } from './lost-hosts.ts';
import { rejoinsOf } from './rejoins.ts';
import type { Rejoins } from './rejoins.ts';
import { runningCluster } from './running-cluster.ts';

/** Outputs of the program: those that the contract promises, and the kubeconfig for repairs by people. */
export interface InfraResult extends ExportedOutputs<typeof infraOutputs> {
  /** Kubeconfig of cluster-admin; a secret that no program above reads. */
  readonly kubeconfig: pulumi.Output<string>;
  /** Settings that a cluster made by this stack keeps; the next run compares them. */
  readonly fixedSettings?: pulumi.Output<FixedValues>;
  /** Identity of a cluster that already ran; the next run compares it. */
  readonly clusterUid?: string;
  /** Digests of settings that running hosts have; the next run compares them. */
  readonly hostSettings?: pulumi.Output<LateDigests>;
  /** How often hosts have joined again, by name; absent where none has. */
  readonly rejoins?: pulumi.Output<Rejoins>;
}

async function existing(config: NonNullable<InfraConfig['existing']>, environment: string) {
  const last = await readLastRun();
  const { hosts, warnings, ...cluster } = await readExistingCluster(config, { environment, last });
  for (const warning of warnings) void pulumi.log.warn(warning);
  return { ...cluster, hosts: [...hosts] };
}

/** Returns the API servers that encrypt Secrets; none where the cluster does not answer. */
async function encryptingNow({ kubeconfig }: LastRun) {
  return kubeconfig === undefined ? [] : encryptingServers(kubeconfig).catch(() => []);
}

/** Returns the version of KubeVirt on the cluster; undefined where it does not answer. */
async function kubevirtNow({ kubeconfig }: LastRun) {
  return kubeconfig === undefined
    ? undefined
    : installedKubevirt(kubeconfig).catch(() => undefined);
}

async function made(
  kubeone: NonNullable<InfraConfig['kubeone']>,
  config: InfraConfig,
  environment: string,
  raw: RawConfig,
) {
  for (const one of kubeoneWarnings(kubeone)) void pulumi.log.warn(one);
  const last = await readLastRun();
  // A cluster that does not answer costs its time once.
  const [encrypting, cluster] = await Promise.all([encryptingNow(last), runningCluster(last)]);
  rejectProblems(raw, [
    ...checkFixed(last.fixed, kubeone),
    ...checkEncryption(last.late, kubeone, encrypting),
  ]);
  rejectProblems(raw, checkExpulsions(cluster?.nodes ?? [], config.hosts));
  const running = cluster?.kubernetes;
  if (running !== undefined) {
    rejectProblems(raw, [
      ...checkUpgrade(running, kubeone.version),
      ...checkPlatform(await kubevirtNow(last), running, kubeone.version),
    ]);
  }
  const lost = lostHosts(config.hosts, last, cluster?.nodes);
  for (const name of lost) {
    void pulumi.log.warn(
      `${name} is in infra:hosts and no node of the cluster: KubeOne joins it again. If it is to leave, take it out ` +
        'of infra:hosts (docs/runbooks/replace-host.md)',
    );
  }
  const joining = joiningHosts(config.hosts, last.nodes, cluster?.nodes);
  if (cluster !== undefined && joining.length > 0) void pulumi.log.warn(joinWarning(joining));
  const rejoins = rejoinsOf(config.hosts, last.rejoins, lost);
  const wanted = { ...config, kubeone, rejoins };
  const settingsAfter = hostSettings(wanted, raw, { last, cluster, encrypting });
  // Imported only here, because its SDK takes time to load.
  const [{ makeCluster }, { lookAtHosts, preflightArgs }] = await Promise.all([
    import('./made-cluster.ts'),
    import('./preflight/index.ts'),
  ]);
  const isEncrypted = last.kubeconfig !== undefined && encryptsAsWanted(last.late, encrypting);
  const nodes = last.nodes.filter((name) => !lost.includes(name));
  if (!isOffline()) await lookAtHosts(preflightArgs(wanted), nodes, isEncrypted);
  const { changes, ...outputs } = makeCluster(environment, wanted);
  void changes.apply((lines) => {
    for (const line of lines) void pulumi.log.info(`KubeOne: ${line}`);
  });
  return {
    ...outputs,
    hostSettings: settingsAfter(changes),
    ...(Object.keys(rejoins).length > 0 && { rejoins: changes.apply(() => rejoins) }),
  };
}

async function scoped(
  environment: string,
  kubeconfig: pulumi.Output<string>,
  access: InfraConfig['access'],
) {
  const [{ Provider }, { ScopedAccess }] = await Promise.all([
    import('@pulumi/kubernetes'),
    import('./access/scoped-access.ts'),
  ]);
  const provider = new Provider('infra', infraProviderArgs(kubeconfig, environment));
  const { kubeconfigs } = new ScopedAccess(
    'access',
    { ...access, environment, kubeconfig },
    { provider },
  );
  return {
    platformKubeconfig: kubeconfigs.platform,
    userClustersKubeconfig: kubeconfigs['user-clusters'],
  };
}

/**
 * Reads or creates the infra cluster of an environment and returns the outputs of the stack.
 *
 * @throws RunError when the platform cannot run on the cluster, or the cluster cannot be updated to
 * the configured version.
 */
export async function infra(
  config: InfraConfig,
  environment: string,
  raw: RawConfig,
): Promise<InfraResult> {
  const { existing: given, kubeone, access } = config;
  if (given !== undefined) {
    const cluster = await existing(given, environment);
    return { environment, ...cluster, ...(await scoped(environment, cluster.kubeconfig, access)) };
  }
  if (kubeone === undefined) throw new Error('the configuration names no cluster');
  const cluster = await made(kubeone, config, environment, raw);
  return { environment, ...cluster, ...(await scoped(environment, cluster.kubeconfig, access)) };
}
