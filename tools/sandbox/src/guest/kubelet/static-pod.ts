// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Container, Pod } from './objects.ts';

/** A program that a static pod may run. */
interface StaticProgram {
  readonly image: RegExp;
  /** Returns the program's path in the guest; `version` is that of the image. */
  readonly path: (version: string) => string;
  /** Arguments that are added to make the program possible here. */
  readonly extraArgs: readonly string[];
  /**
   * Rank of the program in a shutdown: the lower, the later it is stopped, because an API server
   * without etcd hangs while it stops.
   */
  readonly stopRank: number;
}

const kubernetes = (name: string) => (version: string) =>
  `/usr/local/lib/kubernetes/${version}/${name}`;

/**
 * Programs of a control plane's images, under any registry.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/images/images.go
 */
const programs: Readonly<Record<string, StaticProgram>> = {
  etcd: {
    image: /(?:^|\/)etcd:v?(\S+)$/,
    path: () => '/usr/local/lib/etcd',
    // A crash of the process loses no data without fsync; only a power cut of the machine that runs
    // the sandbox could. On one disk that three clusters share, every fsync would wait for all of
    // them.
    extraArgs: ['--unsafe-no-fsync'],
    stopRank: 0,
  },
  'kube-apiserver': {
    image: /(?:^|\/)kube-apiserver:v(\S+)$/,
    path: kubernetes('kube-apiserver'),
    extraArgs: [],
    stopRank: 1,
  },
  'kube-controller-manager': {
    image: /(?:^|\/)kube-controller-manager:v(\S+)$/,
    path: kubernetes('kube-controller-manager'),
    extraArgs: [],
    stopRank: 2,
  },
  'kube-scheduler': {
    image: /(?:^|\/)kube-scheduler:v(\S+)$/,
    path: kubernetes('kube-scheduler'),
    extraArgs: [],
    stopRank: 2,
  },
};

/** The process that runs a static pod in the guest. */
export interface StaticProcess {
  readonly pod: Pod;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stopRank: number;
  /** Changes with the manifest. */
  readonly hash: string;
}

/** Returns the paths in a command line, as values of flags or as words. */
function pathsIn(command: readonly string[]): string[] {
  return command.flatMap((word) => {
    const value = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word;
    return value.startsWith('/') ? [value] : [];
  });
}

/**
 * Returns the files that a command names although no volume contains them, so that a real container
 * could not see them. Here it could, because it sees the whole guest.
 */
export function unmountedFiles(root: string, { command, args, volumeMounts }: Container): string[] {
  const mounts = (volumeMounts ?? []).map(({ mountPath }) => mountPath);
  const mounted = (path: string) =>
    mounts.some((mount) => path === mount || path.startsWith(`${mount}/`));
  return pathsIn([...(command ?? []), ...(args ?? [])].slice(1)).filter(
    (path) => existsSync(join(root, path)) && !mounted(path),
  );
}

/**
 * Checks the hostPath volumes of a pod as a kubelet does before it starts the pod, and creates
 * those folders that a kubelet would create.
 */
function prepareVolumes(root: string, pod: Pod): void {
  const mounts = pod.spec.containers.flatMap(({ volumeMounts }) => volumeMounts ?? []);
  for (const { name, hostPath } of pod.spec.volumes ?? []) {
    if (hostPath === undefined) throw new Error(`volume ${name}: only hostPath is played`);
    const { path, type = '' } = hostPath;
    const target = join(root, path);
    if (mounts.some((mount) => mount.name === name && mount.mountPath !== path)) {
      throw new Error(`volume ${name}: must be mounted where it is on the host, ${path}`);
    }
    if (type === 'DirectoryOrCreate') mkdirSync(target, { recursive: true });
    const found = existsSync(target);
    if (type === 'File' && !(found && statSync(target).isFile())) {
      throw new Error(`volume ${name}: hostPath type check failed: ${path} is not a file`);
    }
    if (type === 'Directory' && !(found && statSync(target).isDirectory())) {
      throw new Error(`volume ${name}: hostPath type check failed: ${path} is not a directory`);
    }
  }
}

/** Parses a manifest. @throws Error when it is no pod */
export function parseManifest(text: string): { pod: Pod; hash: string } {
  const pod = parse(text) as Pod | null;
  if (pod?.spec.containers[0] === undefined) throw new Error('is no pod');
  return { pod, hash: createHash('md5').update(text).digest('hex') };
}

/**
 * Returns the process that runs a static pod here.
 *
 * @throws Error in a kubelet's words when the pod could not run, or is not played.
 */
export function staticProcess(
  root: string,
  { pod, hash }: { pod: Pod; hash: string },
): StaticProcess {
  const [container] = pod.spec.containers;
  if (container === undefined || pod.spec.containers.length > 1) {
    throw new Error('only pods of one container are played');
  }
  const program = programs[container.command?.[0] ?? ''];
  const version = program?.image.exec(container.image)?.[1];
  if (program === undefined || version === undefined) {
    throw new Error(
      `Failed to pull image "${container.image}": only a control plane's own images are played`,
    );
  }
  const path = program.path(version);
  if (!existsSync(join(root, path))) {
    throw new Error(`Failed to pull image "${container.image}": not found`);
  }
  prepareVolumes(root, pod);
  const [unmounted] = unmountedFiles(root, container);
  if (unmounted !== undefined) {
    throw new Error(`open ${unmounted}: no such file or directory (no volume of the pod has it)`);
  }
  const given = [...(container.command?.slice(1) ?? []), ...(container.args ?? [])];
  return {
    pod,
    command: [path, ...given, ...program.extraArgs],
    env: Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value])),
    stopRank: program.stopRank,
    hash,
  };
}
