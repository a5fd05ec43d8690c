// SPDX-License-Identifier: Apache-2.0
import { extendedProfiles } from '@strata/user-cluster/profile-names';
import { checkProfiles, resolveProfiles } from '@strata/user-cluster/profiles';
import { addressPlanFile } from './address-plan/index.ts';
import { infraFactsFile } from './infra-facts/index.ts';
import { clusterPath } from './address-plan/environment-files.ts';
import { formatPath, stackFile } from '@strata/contracts';
import { diskFiles } from '@strata/contracts/file-source';
import type { FileSource } from '@strata/contracts/file-source';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { StackFileName } from '@strata/contracts/stack-file-name';
import type { EnvironmentFiles, PlanProblem, StackContent } from './address-plan/index.ts';
import { readStackYaml } from '@strata/contracts/stack-yaml';
import { messageOf } from './report.ts';

/** Files under `stacks/`, and those of them that are not YAML or have an unusable name, and mistakes in profiles. */
export interface RepositoryFiles {
  readonly environments: readonly EnvironmentFiles[];
  readonly problems: readonly PlanProblem[];
}

type Yaml = Readonly<Record<string, unknown>>;

/** Reads files of one repository and records those that cannot be read. */
class Reader {
  readonly #source: FileSource;
  readonly problems: PlanProblem[] = [];
  /** Problems of files of which nothing could be read, by file. */
  readonly unread = new Map<string, PlanProblem>();

  constructor(source: FileSource) {
    this.#source = source;
  }

  list(folder: string): readonly string[] {
    return this.#source.list(folder);
  }

  /** Returns the mapping in a file, or undefined when there is no such file or no mapping in it. */
  read(file: string): Yaml | undefined {
    const text = this.#source.read(file);
    if (text === undefined) return undefined;
    try {
      const { problems, value: content } = readStackYaml(text);
      for (const { message, path } of problems) {
        this.problems.push({ file, path: formatPath(path), message });
      }
      if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
        return content as Yaml;
      }
      this.refuse(file, 'is no mapping');
    } catch (error) {
      const [first = ''] = messageOf(error).split('\n');
      this.refuse(file, `is no YAML: ${first}`);
    }
    return undefined;
  }

  /** Records a file that cannot be read. */
  refuse(file: string, message: string): void {
    const problem = { file, path: '', message };
    this.problems.push(problem);
    this.unread.set(file, problem);
  }

  /** Problems of those of these files of which nothing could be read. */
  unreadOf(files: readonly string[]): PlanProblem[] {
    return files.flatMap((file) => this.unread.get(file) ?? []);
  }

  /**
   * Returns the configuration of a user cluster together with the profiles that it extends, and
   * records those that cannot be read.
   */
  cluster(stack: string): StackContent | undefined {
    const content = this.stack('user-cluster', stack);
    if (content === undefined) return undefined;
    const own = { file: content.file, config: content.config };
    const { config, placeOf, problems } = resolveProfiles(own, this.#source);
    for (const { message, path } of problems) {
      this.problems.push({ file: content.file, path: clusterPath(...path), message });
    }
    const resolved = Object.entries(config).filter(([key]) => key !== 'extends');
    const lacksProfile = problems.length > 0;
    return {
      file: content.file,
      config: Object.fromEntries(resolved),
      profiles: extendedProfiles(config),
      placeOf,
      lacksProfile,
    };
  }

  /** Returns the configuration of a stack, with keys without the project's prefix. */
  stack(project: string, stack: string): StackContent | undefined {
    const file = stackFile({ project, stack });
    const content = this.read(file);
    if (content === undefined) return undefined;
    const config = (content.config ?? {}) as Yaml;
    const prefix = `${project}:`;
    return {
      file,
      config: Object.fromEntries(
        Object.entries(config)
          .filter(([key]) => key.startsWith(prefix))
          .map(([key, value]) => [key.slice(prefix.length), value]),
      ),
    };
  }
}

function stacksOf(reader: Reader, project: string): StackFileName[] {
  return reader.list(`stacks/${project}`).flatMap((name) => parseStackFileName(name) ?? []);
}

function clustersOf(
  reader: Reader,
  stacks: readonly StackFileName[],
): { environment: string; name: string }[] {
  return stacks.flatMap(({ cluster, environment, stack }) => {
    if (cluster?.includes('.') === false) return [{ environment, name: cluster }];
    const file = stackFile({ project: 'user-cluster', stack });
    reader.refuse(file, 'unusable name; it must be Pulumi.<environment>.<cluster>.yaml');
    return [];
  });
}

function profileProblems(source: FileSource): PlanProblem[] {
  return checkProfiles(source).map(({ path, ...more }) => ({ ...more, path: formatPath(path) }));
}

/** Reads the address plans, profiles, platforms and user clusters of all environments of a repository. */
export function readRepository(root: string): RepositoryFiles {
  return readFiles(diskFiles(root));
}

/** Reads the same from any source of files. */
export function readFiles(source: FileSource): RepositoryFiles {
  const reader = new Reader(source);
  const clusterStacks = stacksOf(reader, 'user-cluster');
  const clusters = clustersOf(reader, clusterStacks);
  const planned = reader
    .list('stacks/address-plan')
    .flatMap((name) => /^([a-z0-9-]+)\.yaml$/.exec(name)?.[1] ?? []);
  const names = new Set([
    ...planned,
    ...stacksOf(reader, 'kubevirt-stack').map(({ stack }) => stack),
    ...clusters.map(({ environment }) => environment),
  ]);
  const environments = [...names].sort().map((name): EnvironmentFiles => {
    const plan = reader.read(addressPlanFile(name));
    const infra = reader.stack('infra', name);
    const facts = reader.read(infraFactsFile(name));
    const platform = reader.stack('kubevirt-stack', name);
    const addons = reader.stack('addons', name);
    const addonsFile = stackFile({ project: 'addons', stack: name });
    const found = clusters
      .filter(({ environment }) => environment === name)
      .flatMap(({ name: cluster }) => {
        const content = reader.cluster(`${name}.${cluster}`);
        return content === undefined ? [] : [{ name: cluster, ...content }];
      });
    const unread = reader.unreadOf([
      addressPlanFile(name),
      infraFactsFile(name),
      ...['infra', 'kubevirt-stack'].map((project) => stackFile({ project, stack: name })),
      ...clusterStacks
        .filter(({ environment }) => environment === name)
        .map(({ stack }) => stackFile({ project: 'user-cluster', stack })),
    ]);
    return {
      name,
      ...(plan && { plan }),
      ...(infra && { infra }),
      ...(facts && { facts }),
      ...(platform && { platform }),
      ...(source.read(addonsFile) !== undefined && { addonsFile }),
      ...(addons && { addons }),
      clusters: found,
      ...(unread.length > 0 && { unread }),
    };
  });
  return { environments, problems: [...profileProblems(source), ...reader.problems] };
}
