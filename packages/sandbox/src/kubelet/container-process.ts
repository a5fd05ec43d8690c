// SPDX-License-Identifier: Apache-2.0
import { basename, join } from 'node:path';
import { systemPath } from '../rack/requirements.ts';
import type { ProcessSpec } from '../process/supervised-process.ts';
import { expand } from './environment.ts';
import { findKnownImage } from './images.ts';
import type { Container, Pod } from './pod.ts';

const rootScript = join(import.meta.dirname, 'container-root.sh');

/** Everything a container's process is started with. */
export interface ContainerSetup {
  readonly pod: Pod;
  readonly container: Container;
  readonly env: Readonly<Record<string, string>>;
  /** Network namespace of the pod. */
  readonly networkName: string;
  /** Folder that holds the pod's volumes, one folder each. */
  readonly volumesDir: string;
  /** An empty folder to mount the container's file system on. */
  readonly mountPoint: string;
  readonly logFile: string;
  readonly binaryPath: (tool: string, binary: string) => string;
}

/**
 * The program of a container's image.
 *
 * @throws NotYetThere when this sandbox was made without it.
 */
export function programOf({ image }: Container, binaryPath: ContainerSetup['binaryPath']) {
  const known = findKnownImage(image);
  if (known === undefined) throw new Error(`no program is known for image ${image}`);
  return { path: binaryPath(known.tool, known.binary), entrypoint: known.entrypoint };
}

/**
 * The command that runs a container: in the pod's network namespace, in a mount namespace of its
 * own where its volumes are where the pod's spec says, under its pod's host name.
 */
export function containerProcess(setup: ContainerSetup): ProcessSpec {
  const { pod, container, env, networkName, volumesDir, mountPoint } = setup;
  const { path, entrypoint } = programOf(container, setup.binaryPath);
  const program = container.command?.[0] ?? entrypoint;
  const target = program.startsWith('/') ? program : `/usr/bin/${program}`;
  const given = [...(container.command?.slice(1) ?? []), ...(container.args ?? [])];
  const volumes = (container.volumeMounts ?? []).flatMap(({ name, mountPath, subPath }) => [
    subPath === undefined ? join(volumesDir, name) : join(volumesDir, name, subPath),
    mountPath,
  ]);
  const network = ['--net=' + join('/run/netns', networkName), '--'];
  const root = [pod.spec.hostname ?? pod.metadata.name, mountPoint];
  return {
    name: `${pod.metadata.namespace ?? ''}/${pod.metadata.name}/${container.name}`,
    command: [
      'nsenter',
      ...network,
      ...['unshare', '--mount', '--uts', '--', 'sh', rootScript, ...root],
      ...[path, target, ...volumes, '--'],
      ...[target, ...given.map((argument) => expand(argument, env))],
    ],
    // The outer commands are found on PATH; the container's own PATH is a part of it.
    env: { ...env, PATH: systemPath(env.PATH) },
    cwd: '/',
    logFile: setup.logFile,
    stopGraceSeconds: Math.min(pod.spec.terminationGracePeriodSeconds ?? 30, 10),
    restarts: restartRule(pod),
  };
}

/** Which exits a restart follows, by the pod's restart policy. */
export function restartRule(pod: Pod): (exitCode: number) => boolean {
  switch (pod.spec.restartPolicy) {
    case 'Never':
      return () => false;
    case 'OnFailure':
      return (code) => code !== 0;
    default:
      return () => true;
  }
}

/** Name of a container's log file; unique as long as pod names are. */
export function logFileName(pod: Pod, container: Container): string {
  return `${basename(pod.metadata.namespace ?? '')}_${pod.metadata.name}_${container.name}.log`;
}
