// SPDX-License-Identifier: Apache-2.0
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FetchedModule } from './fetch-module.ts';
import { runRenderer, withWorkFolder } from './run-renderer.ts';

/** One run of a generator that comes with its module. */
export interface Generation {
  readonly module: FetchedModule;
  /** Path of the compiled generator. */
  readonly binary: string;
  readonly signal?: AbortSignal | undefined;
}

const registry = 'quay.io/kubevirt';

/** Returns the panic among the lines of a Go program's error output, or the last line. */
function panicIn(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => line.startsWith('panic: ')) ?? lines.at(-1);
}

async function run({ binary, module, signal }: Generation, args: readonly string[]) {
  return runRenderer({
    binary,
    args,
    cwd: module.directory,
    env: {},
    signal,
    failure: `${binary} failed for ${module.path}@${module.version}`,
    reasonIn: panicIn,
  });
}

/**
 * Returns KubeVirt's release file `kubevirt-operator.yaml`, made by its own templator in the two
 * passes and with the values of hack/build-manifests.sh and hack/config-default.sh.
 */
export async function generateKubevirtOperator(generation: Generation): Promise<string> {
  const { directory, version } = generation.module;
  return withWorkFolder(async (folder) => {
    const withFiles = await run(generation, [
      '--process-files',
      `--generated-manifests-dir=${directory}/manifests/generated/`,
      `--input-file=${directory}/manifests/release/kubevirt-operator.yaml.in`,
    ]);
    const half = join(folder, 'kubevirt-operator.yaml.in.tmp');
    await writeFile(half, withFiles);
    return run(generation, [
      '--process-vars',
      '--namespace=kubevirt',
      '--cdi-namespace=cdi',
      `--container-prefix=${registry}`,
      `--container-tag=${version}`,
      '--image-pull-policy=IfNotPresent',
      '--verbosity=2',
      '--infra-replicas=0',
      `--kubevirt-logo-path=${directory}/assets/kubevirt_logo.png`,
      `--input-file=${half}`,
    ]);
  });
}

/** CDI's images by the option that sets each of them. */
const cdiImages = {
  operator: 'cdi-operator',
  controller: 'cdi-controller',
  importer: 'cdi-importer',
  cloner: 'cdi-cloner',
  apiserver: 'cdi-apiserver',
  uploadproxy: 'cdi-uploadproxy',
  uploadserver: 'cdi-uploadserver',
  'ovirt-populator': 'cdi-importer',
} as const;

/**
 * Returns CDI's release file `cdi-operator.yaml`, made by its own generator with the values of
 * hack/build/resource-generator.sh and hack/build/config.sh.
 */
export async function generateCdiOperator(generation: Generation): Promise<string> {
  const { directory, version } = generation.module;
  const values = [
    `-docker-repo=${registry}`,
    `-docker-tag=${version}`,
    `-operator-version=${version}`,
    '-deploy-cluster-resources=true',
    ...Object.entries(cdiImages).map(
      ([option, image]) => `-${option}-image=${registry}/${image}:${version}`,
    ),
    '-verbosity=1',
    '-pull-policy=IfNotPresent',
    '-namespace=cdi',
  ];
  return withWorkFolder(async (folder) => {
    const generated = join(folder, 'generated');
    await mkdir(generated);
    const operator = await run(generation, [
      '-resource-type=operator',
      '-resource-group=everything',
      ...values,
    ]);
    await writeFile(join(generated, 'operator-everything.yaml.in'), operator);
    return run(generation, [
      `-template=${directory}/manifests/templates/release/cdi-operator.yaml.in`,
      ...values,
      '-cr-name=cdi',
      `-generated-manifests-path=${generated}`,
    ]);
  });
}
