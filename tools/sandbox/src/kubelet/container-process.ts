// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemPath } from '../rack/requirements.ts';
import type { ProcessSpec } from '../process/supervised-process.ts';
import { expand } from './environment.ts';
import { findKnownImage, type Program } from './images.ts';
import type { Container, Pod } from './pod.ts';

const rootScript = join(import.meta.dirname, 'container-root.sh');

/**
 * Folders that a program of the machine that runs the sandbox needs in its file system, read-only.
 */
const systemFolders = ['/usr', '/lib', '/lib64'];

/** Command by which a container asks for a script. */
const shell = '/bin/sh';

/** Returns the binds that show the programs of the machine that runs the sandbox in a container. */
const machineBinds = () =>
  systemFolders.filter(existsSync).flatMap((folder) => [folder, `${folder}:ro`]);

/** Everything that a container's process is started with. */
export interface ContainerSetup {
  readonly pod: Pod;
  readonly container: Container;
  readonly env: Readonly<Record<string, string>>;
  /** Network namespace of the pod. */
  readonly networkName: string;
  /** Folder that contains one folder for each of the pod's volumes. */
  readonly volumesDir: string;
  /** Empty folder on which the container's file system is mounted. */
  readonly mountPoint: string;
  readonly logFile: string;
  readonly binaryPath: (tool: string, binary: string) => string;
}

/** How a container's process starts inside its own file system. */
interface Start {
  /** Sources and targets of the container's bind mounts, alternating. */
  readonly binds: readonly string[];
  /** First words of the container's command line. */
  readonly command: readonly string[];
}

/**
 * Returns what runs in a container: the program of its image, or the shell when the container's
 * command is the shell.
 *
 * @throws Error when its image is not known.
 */
export function programOf({ image, command }: Container): Program {
  const known = findKnownImage(image);
  if (known === undefined) throw new Error(`no program is known for image ${image}`);
  return command?.[0] === shell ? { kind: 'shell' } : known.program;
}

/**
 * Checks that a container's program exists.
 *
 * @throws NotYetThere when this sandbox was made without it.
 */
export function requireProgram(
  container: Container,
  binaryPath: ContainerSetup['binaryPath'],
): void {
  const program = programOf(container);
  if (program.kind === 'binary') binaryPath(program.tool, program.binary);
}

/**
 * Returns the process that runs a container: in the pod's network namespace, under the pod's host
 * name, and in its own mount namespace, in which its volumes are where the pod's spec says.
 */
export function containerProcess(setup: ContainerSetup): ProcessSpec {
  const { pod, container, env, networkName, volumesDir, mountPoint } = setup;
  const { binds, command } = startOf(setup);
  const given = [...(container.command?.slice(1) ?? []), ...(container.args ?? [])];
  const volumes = (container.volumeMounts ?? []).flatMap(({ name, mountPath, subPath }) => [
    subPath === undefined ? join(volumesDir, name) : join(volumesDir, name, subPath),
    mountPath,
  ]);
  const network = ['--net=' + join('/run/netns', networkName), '--'];
  const root = [pod.spec.hostname ?? pod.metadata.name, mountPoint];
  return {
    name: containerName(pod, container),
    command: [
      'nsenter',
      ...network,
      'unshare',
      '--mount',
      '--uts',
      '--',
      'sh',
      rootScript,
      ...root,
      ...binds,
      ...volumes,
      '--',
      ...command,
      ...given.map((argument) => expand(argument, env)),
    ],
    // The outer commands are found on this PATH; the container's own PATH is part of its command
    // line.
    env: { ...env, PATH: systemPath(env.PATH) },
    cwd: '/',
    logFile: setup.logFile,
    stopGraceSeconds: Math.min(pod.spec.terminationGracePeriodSeconds ?? 30, 10),
    restarts: restartRule(pod),
  };
}

function startOf({ container, binaryPath }: ContainerSetup): Start {
  const program = programOf(container);
  switch (program.kind) {
    case 'binary': {
      const name = container.command?.[0] ?? program.entrypoint;
      const target = name.startsWith('/') ? name : `/usr/bin/${name}`;
      return { binds: [binaryPath(program.tool, program.binary), target], command: [target] };
    }
    case 'pause':
      return { binds: machineBinds(), command: ['/usr/bin/sleep', 'infinity'] };
    case 'shell':
      return { binds: machineBinds(), command: [`/usr${shell}`] };
  }
}

/** Returns namespace, pod and container as one name, after which processes are named. */
export function containerName({ metadata }: Pod, { name }: Container): string {
  return `${metadata.namespace ?? ''}/${metadata.name}/${name}`;
}

/** Returns the rule by which a pod's restart policy restarts a container after an exit code. */
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

/** Returns the name of a container's log file; it is unique as long as pod names are. */
export function logFileName(pod: Pod, container: Container): string {
  return `${basename(pod.metadata.namespace ?? '')}_${pod.metadata.name}_${container.name}.log`;
}
