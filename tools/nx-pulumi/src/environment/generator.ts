// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import { environmentOf } from '@strata/contracts/program';
import { infraFactsFile } from '@strata/plan-check/infra-facts';
import { formatPath } from '@strata/contracts';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { configProblems, refuseLines } from '../check-config.ts';
import { renderFile } from '../render-file.ts';
import { environmentProblems } from '../user-cluster/check-environment.ts';
import { printNotKept } from '../user-cluster/translate/print-not-kept.ts';
import {
  environmentFiles,
  kubeconfigVariable,
  missingHostKey,
  profileFile,
} from './environment-files.ts';
import type { EnvironmentOptions, NewFile } from './environment-files.ts';
import { policiesFile, renderPolicies } from './environment-policies.ts';
import { translatedSeed } from './kkp-seed/index.ts';

/** Returns what is wrong with one of the files by itself, each with its place. */
function fileProblems({ check, checked, path: file, schema }: NewFile): string[] {
  const shape = configProblems(schema, checked);
  const problems = shape.length > 0 ? shape : (check?.(checked) ?? []);
  return problems.map(({ message, path }) => `${file}: ${formatPath(path)}: ${message}`);
}

/**
 * Refuses options of hosts where no hosts are given: the environment would adopt a cluster that
 * exists, which they say nothing about.
 *
 * @throws Error naming them.
 */
function refuseWithoutHosts({ apiEndpoint, controlPlanes = 1, hosts }: EnvironmentOptions): void {
  const idle = [
    ...(apiEndpoint === undefined ? [] : ['--api-endpoint']),
    ...(controlPlanes === 1 ? [] : ['--control-planes']),
  ];
  if (hosts !== undefined || idle.length === 0) return;
  throw new Error(
    `${idle.join(' and ')} ${idle.length === 1 ? 'is' : 'are'} about hosts that KubeOne makes a cluster of: ` +
      `name these with --hosts, or leave ${idle.join(' and ')} out to adopt a cluster that exists.`,
  );
}

/** Returns the line about how the cluster of an environment is reached, where it exists already. */
function kubeconfigLine(options: EnvironmentOptions): string[] {
  if (options.hosts !== undefined) return [];
  return [
    `  export ${kubeconfigVariable(options)}=FILE, the kubeconfig of the cluster; pipelines need it encrypted: docs/bare-metal.md#an-existing-cluster`,
  ];
}

/** Returns the line about images whose checksums KKP does not say. */
function checksumLine(files: readonly NewFile[]): string[] {
  const platform = files.find(({ folder }) => folder === 'kubevirt-stack');
  const { images } = kubevirtStackConfig.parse(platform?.checked);
  const unchecked = images.filter(({ http }) => http !== undefined && http.checksum === undefined);
  const names = unchecked.map((image) => image.name).join(', ');
  if (names === '') return [];
  return [
    `  put what sha256sum prints of the images ${names} into ${platform?.path ?? ''}, as http.checksum: sha256:...`,
  ];
}

/** Returns the line about the profile for user clusters, where a datacenter of KKP asks for one. */
function profileLine(options: EnvironmentOptions, files: readonly NewFile[]): string[] {
  const { name } = options;
  if (!files.some(({ path }) => path === profileFile(options))) return [];
  return [
    `  npx strata new cluster ${name} NAME --profile ${name}, for what KKP sets for all clusters of the datacenter`,
  ];
}

export type { EnvironmentOptions } from './environment-files.ts';

/**
 * Writes the files of an environment without user clusters: infra cluster, platform, address plan,
 * limits and settings of policies. Of a datacenter of KKP, it takes what has a counterpart and prints the rest.
 * Nothing is written when something is wrong.
 *
 * @throws Error when the environment is there already, its name is unusable, a Seed cannot be translated, or a
 * value is wrong.
 */
export default function generateEnvironment(tree: Tree, options: EnvironmentOptions): () => void {
  const { name } = options;
  environmentOf('infra', name);
  refuseWithoutHosts(options);
  const seed = translatedSeed(options);
  // At once, for it helps with what is refused afterwards, too.
  printNotKept('KKP', seed?.lines ?? []);
  const files = environmentFiles(options, seed);
  const policies = { path: policiesFile(name), text: renderPolicies(options) };
  const there = [...files, policies].map(({ path }) => path).filter((path) => tree.exists(path));
  if (there.length > 0) throw new Error(`The environment exists already: ${there.join(', ')}.`);
  const texts = files.map((file) => ({ path: file.path, text: renderFile(file) }));
  refuseLines('The environment', files.flatMap(fileProblems));
  refuseLines('The environment', environmentProblems(tree, name, texts));
  for (const { path, text } of [...texts, policies]) tree.write(path, text);
  return () => {
    const keys = files.some((file) => JSON.stringify(file.content).includes(missingHostKey));
    console.log(
      [
        '\nNext:',
        ...(options.hosts === undefined
          ? [
              '  this environment adopts a cluster that exists; for hosts of your own, delete its files and give --hosts',
            ]
          : []),
        ...(keys ? [`  put the hosts' keys into stacks/infra/Pulumi.${name}.yaml`] : []),
        ...kubeconfigLine(options),
        ...checksumLine(files),
        `  name "${name}" in stacks/rings.yaml, in a ring or in byHand: until then no environment is deployed`,
        `  write ${infraFactsFile(name)}: without it, pull requests have no preview of "${name}"`,
        `  name the kinds of hosts in ${policies.path}: without them, the policy fits-a-host judges nothing`,
        '  npx nx run plan-check:check-plan',
        `  pulumi -C packages/infra stack init ${name} --secrets-provider PROVIDER, one of docs/state.md#what-encrypts-it`,
        `  copy what that wrote (encryptionsalt, or secretsprovider and encryptedkey) into stacks/kubevirt-stack/Pulumi.${name}.yaml: an environment has one key`,
        `  npx strata up ${name} --program infra`,
        `  npx strata up ${name} --program platform`,
        ...profileLine(options, files),
      ].join('\n'),
    );
  };
}
