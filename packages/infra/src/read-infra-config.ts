// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { inspectConfig, isOffline } from '@strata/contracts';
import { environmentOf, rejectProblems } from '@strata/contracts/program';
import type { Problem, RawConfig } from '@strata/contracts';
import { infraConfig } from './config/index.ts';
import type { InfraConfig } from './config/index.ts';
import { checkNeeds } from './preflight/host-needs.ts';
import { checkSsh, thisMachine } from './ssh/index.ts';
import { checkKubeone } from './kubeone/check-kubeone.ts';
import { manifestText, renderKubeoneManifest } from './kubeone/render-kubeone-manifest.ts';
import { validateManifest } from './kubeone/validate-manifest.ts';

/** Key that each provisioner requires, and the words for the message when it is missing. */
const needs = {
  existing: { key: 'existing', words: 'a mapping with kubeconfigEnv or kubeconfig' },
  kubeone: { key: 'kubeone', words: 'a mapping with version and apiEndpoint' },
} as const;

/** Keys that say how hosts are reached and prepared. They have no effect on an existing cluster, whose hosts Strata does not manage. */
const hostKeys = ['hosts', 'ssh', 'preflight', 'hostProfiles', 'bridges'];

function checkProvisioner(
  { provisioner, existing, kubeone }: Partial<InfraConfig>,
  raw: RawConfig,
) {
  if (provisioner === undefined) return [];
  const { key, words } = needs[provisioner];
  const given = { existing: existing !== undefined, kubeone: kubeone !== undefined };
  const other = provisioner === 'existing' ? 'kubeone' : 'existing';
  const unused = (path: string) => ({
    path: [path],
    message: `has no effect with provisioner: ${provisioner}; remove it`,
  });
  return [
    ...(given[key] ? [] : [{ path: [key], message: `missing; expected ${words}` }]),
    ...(given[other] ? [unused(other)] : []),
    ...(provisioner === 'existing'
      ? hostKeys.filter((name) => `${raw.project}:${name}` in raw.values).map(unused)
      : []),
  ];
}

/** Reports why no host could be logged in to, and requirements of hosts that cannot be met. */
function checkHosts(config: Partial<InfraConfig>, env: NodeJS.ProcessEnv): Problem[] {
  const { hosts = [], ssh, preflight, hostProfiles, bridges } = config;
  const names = hosts.map(({ name }) => name);
  return [
    ...(ssh === undefined || isOffline(env) ? [] : checkSsh(ssh, { ...thisMachine, env })),
    ...(preflight === undefined || hostProfiles === undefined || bridges === undefined
      ? []
      : checkNeeds(names, { preflight, hostProfiles, bridges })),
  ];
}

/** Reports what KubeOne's own loader refuses; called only when no other check has found a problem. */
async function checkByKubeone(config: InfraConfig, environment: string, env: NodeJS.ProcessEnv) {
  const { kubeone, hosts, ssh } = config;
  if (kubeone === undefined) return [];
  const manifest = renderKubeoneManifest({ environment, hosts, ssh, kubeone });
  const { problems, warning } = await validateManifest(manifestText(manifest), hosts, env);
  if (warning !== undefined) void pulumi.log.warn(warning);
  return problems;
}

/**
 * Reads and checks the configuration of a stack: its schema, combinations of keys, and for
 * `provisioner: kubeone` the manifest by KubeOne's own loader. Previews run the same checks.
 *
 * @throws RunError that lists every problem with its path in the YAML file of the stack.
 */
export async function readInfraConfig(
  raw: RawConfig,
  env: NodeJS.ProcessEnv = process.env,
): Promise<InfraConfig> {
  const environment = environmentOf(raw.project, raw.stack);
  const { valid, problemsWith } = inspectConfig(infraConfig, raw);
  const isKubeone = valid.provisioner === 'kubeone';
  rejectProblems(
    raw,
    problemsWith((config) => [
      ...checkProvisioner(config, raw),
      ...(isKubeone ? [...checkKubeone(config, environment), ...checkHosts(config, env)] : []),
    ]),
  );
  // No key is missing here: rejectProblems would have thrown.
  const config = valid as InfraConfig;
  if (isKubeone) rejectProblems(raw, await checkByKubeone(config, environment, env));
  return config;
}
