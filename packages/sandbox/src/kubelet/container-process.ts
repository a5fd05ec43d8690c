// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemPath } from '../rack/requirements.ts';
import type { ProcessSpec } from '../process/supervised-process.ts';
import { expand } from './environment.ts';
import { findKnownImage, type Program } from './images.ts';
import type { Container, Pod } from './pod.ts';

const rootScript = join(import.meta.dirname, 'container-root.sh');

/** What a program of the machine needs in its file system, read-only. */
const systemFolders = ['/usr', '/lib', '/lib64'];

/** By which a container's command asks for a script. */
const shell = '/bin/sh';

/** Where programs of the machine appear in a container. */
const machineBinds = () =>
  systemFolders.filter(existsSync).flatMap((folder) => [folder, `${folder}:ro`]);

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

/** How a container starts, inside its own file system. */
interface Start {
  /** Sources and targets of what is mounted for it, in turn. */
  readonly binds: readonly string[];
  /** Its first words. */
  readonly command: readonly string[];
}

/**
 * What runs in a container: the program of its image, unless its command is the shell that is in there
 * beside it.
 *
 * @throws Error when its image is not known.
 */
export function programOf({ image, command }: Container): Program {
  const known = findKnownImage(image);
  if (known === undefined) throw new Error(`no program is known for image ${image}`);
  return command?.[0] === shell ? { kind: 'shell' } : known.program;
}

/**
 * Looks whether a container's program is there.
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
 * The command that runs a container: in the pod's network namespace, in a mount namespace of its
 * own where its volumes are where the pod's spec says, under its pod's host name.
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
      ...['unshare', '--mount', '--uts', '--', 'sh', rootScript, ...root],
      ...[...binds, ...volumes, '--'],
      ...[...command, ...given.map((argument) => expand(argument, env))],
    ],
    // The outer commands are found on PATH; the container's own PATH is a part of it.
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

/** Namespace, pod and container, as processes are named after them. */
export function containerName({ metadata }: Pod, { name }: Container): string {
  return `${metadata.namespace ?? ''}/${metadata.name}/${name}`;
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
